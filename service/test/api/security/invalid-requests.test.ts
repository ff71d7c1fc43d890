import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import {
  type ApiResponse,
  assertConstantHeaders,
  assertError,
  assertQuotaHeaders,
  at,
  membersOf,
} from '@petstore/testing/http/expect-response.ts';
import { exchange, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { MAX_TEXTS_BYTES } from '../../../src/access/mail/letters/text-routes.ts';
import { MAX_APPLICATION_BYTES } from '../../../src/adoption/applications/limits.ts';
import { MAX_FORM_BYTES } from '../../../src/adoption/applications/questions/question-routes.ts';
import { MAX_BATCH_BYTES } from '../../../src/catalogue/batches/batch-routes.ts';
import { MAX_CHANGE_BYTES } from '../../../src/exchange/import-export/jobs/change-import-route.ts';
import { MAX_UPLOAD_BYTES } from '../../../src/exchange/import-export/jobs/receive-upload.ts';
import { MAX_WORDS_BYTES } from '../../../src/exchange/publishing/content-routes.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';
import { resolve } from '../response-checker.ts';
import { createKeys, KEYS } from './invalid-keys.ts';

/**
 * Sends every kind of invalid request to every route. The routes come from the OpenAPI document, so that a new operation
 * is covered without a change here.
 */

interface Target {
  path: string;
  method: string;
  /** The statuses that the document lists; undefined for a path that does not exist. */
  statuses: string[] | undefined;
  /** True if the document lists `insufficient_role`. */
  needsRole?: boolean;
  /** A body that would be accepted; undefined if the operation takes none. */
  body: string | undefined;
  /** The media type of that body, unless it is JSON. */
  type?: string | undefined;
}

const UNKNOWN: Target[] = [
  { path: '/v1/nothing', method: 'GET', statuses: undefined, body: undefined },
  { path: '/v1', method: 'DELETE', statuses: undefined, body: undefined },
  { path: '/v1/pets/1/2/3', method: 'POST', statuses: undefined, body: '{}' },
  { path: '/v1/%zz', method: 'PATCH', statuses: undefined, body: '{}' },
];

function targetsOf(document: unknown): Target[] {
  const paths = Object.entries(membersOf(at(document, 'paths')));
  return paths.flatMap(([path, operations]) =>
    Object.entries(membersOf(operations)).map(([method, operation]) => ({
      path: `/v1${pathWithIds(path)}${requiredQuery(operation)}`,
      method: method.toUpperCase(),
      statuses: Object.keys(membersOf(at(operation, 'responses'))),
      needsRole: examplesOf403(document, operation).includes('insufficient_role'),
      body: exampleBody(document, operation),
      type: fileType(operation),
    })),
  );
}

function examplesOf403(document: unknown, operation: unknown): string[] {
  const forbidden = resolve(document, at(operation, 'responses', '403'));
  return Object.keys(membersOf(at(forbidden, 'content', 'application/json', 'examples')));
}

/** The accounts and keys do not exist, so that no request changes those that the others use. */
function pathWithIds(path: string): string {
  return path.replaceAll(/\{(accountId|keyId)\}/g, '999').replaceAll(/\{\w+\}/g, '1');
}

/** Returns a query with the required parameters; each of them takes an id. */
function requiredQuery(operation: unknown): string {
  const parameters = Object.values(membersOf(at(operation, 'parameters') ?? []));
  const required = parameters.filter(
    (parameter) => at(parameter, 'in') === 'query' && at(parameter, 'required') === true,
  );
  return required.length === 0
    ? ''
    : `?${required.map((parameter) => `${at(parameter, 'name')}=1`).join('&')}`;
}

/** Returns the first media type of a body that is no JSON; undefined for every other operation. */
function fileType(operation: unknown): string | undefined {
  const content: unknown = at(operation, 'requestBody', 'content');
  const types = content === undefined ? [] : Object.keys(membersOf(content));
  return types.includes('application/json') ? undefined : types[0];
}

function exampleBody(document: unknown, operation: unknown): string | undefined {
  if (fileType(operation) !== undefined) return 'no picture';
  const schema = at(operation, 'requestBody', 'content', 'application/json', 'schema');
  if (schema === undefined) return undefined;
  const reference = at(schema, '$ref');
  const resolved = typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : schema;
  const example = at(resolved, 'examples', '0');
  assert.ok(example !== undefined, 'the document has an example of every body');
  return JSON.stringify(example);
}

/** Internal details that a response must not contain: a stack, a file, a query. */
const INTERNAL_DETAILS =
  /node_modules|\.[tj]s\b|\bat \S+ \(|\bselect\b.*\bfrom\b|\binsert into\b|sqlite|postgres|valkey|redis|kysely|fastify|\/(?:home|root|tmp|usr|var)\//i;

const service = await startSharedService();
const manager = await service.account({ role: 'admin', perMinute: 100_000 });
const pet = { name: 'Frank', categoryId: 1, status: 'available' };
const created = await service.send('/v1/pets', { method: 'POST', key: manager.key, body: pet });
const targets = [...targetsOf((await service.send('/openapi.json')).json), ...UNKNOWN];
const keys = await createKeys(service);

/** Sends the request, and checks what every response has. */
async function send(target: Target, request: RawRequest): Promise<ApiResponse> {
  const method = request.method ?? target.method;
  const body = request.body ?? target.body;
  const type =
    body === undefined || request.headers?.some((line) => /^content-type/i.test(line))
      ? []
      : [`Content-Type: ${target.type ?? 'application/json'}`];
  const sent = { path: target.path, ...request, method, headers: [...type, ...(request.headers ?? [])] };
  const response = await exchange(
    service.url,
    rawRequest(body === undefined ? sent : { ...sent, body }),
    method,
  );
  assertQuotaHeaders(response, service.clock.now());
  assertConstantHeaders(response);
  assert.match(response.headers.get('x-request-id') ?? '', /^[\w-]+$/);
  assert.doesNotMatch(response.text, INTERNAL_DETAILS);
  if (method === target.method && target.statuses !== undefined) {
    assert.ok(target.statuses.includes(String(response.status)), `${response.status} is not documented`);
  }
  return response;
}

/** Adds a test that sends invalid requests to all or some targets, and then checks that nothing was changed and valid requests are served. */
function testTargets(name: string, check: (target: Target) => Promise<void>, sent = targets): void {
  test(name, async () => {
    // The address may send invalid keys again.
    service.clock.advance(MINUTE);
    for (const target of sent) {
      await check(target).catch((cause: unknown) => {
        throw new Error(`${target.method} ${target.path}`, { cause });
      });
    }
    const left = await service.send('/v1/pets', { key: manager.key });
    assert.equal(left.text, `[${created.text}]`, 'nothing was changed');
  });
}

/** The limits of bodies by their path or type, unless it is a picture. */
const BODY_LIMITS: Readonly<Record<string, number>> = {
  '/v1/batches': MAX_BATCH_BYTES,
  '/v1/application-questions': MAX_FORM_BYTES,
  '/v1/applications': MAX_APPLICATION_BYTES,
  '/v1/publishing/1/words': MAX_WORDS_BYTES,
  '/v1/settings/email-texts': MAX_TEXTS_BYTES,
  '/v1/imports/1': MAX_CHANGE_BYTES,
  'application/json': 64 * 1024,
  'multipart/form-data': MAX_UPLOAD_BYTES,
};

/** Returns the key of a member, or of an admin for what only admins may do. */
function keyFor({ path }: Target): string {
  const needsAdmin =
    /^\/v1\/(categories\/|imports|settings|accounts|keys\/|application-|publishing|partners)/.test(path);
  return needsAdmin ? keys.admin : keys.valid;
}

/** Fails if an operation without a body rejected one. */
function assertBodyIgnored({ status, text }: ApiResponse): void {
  assert.ok(status < 500 && status !== 413 && status !== 415, text);
}

const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'multipart/form-data',
  ';;;',
];

/** A read, writes with JSON and with a picture, and a path that does not exist. */
const SOME = targets.filter(({ path }) => ['/v1/pets', '/v1/pets/1/photos', '/v1/nothing'].includes(path));

for (const [what, { authorization, status, code, headers, onEachPath }] of Object.entries(KEYS)) {
  const check = async (target: Target) => {
    // It explains a used-up quota, and answers.
    if (what === 'a used up quota' && target.path === '/v1/usage') return;
    const value = await authorization(keys);
    const response = await send(target, {
      headers: value === undefined ? [] : [`Authorization: ${value}`],
    });
    assertError(response, status, code);
    for (const [name, expected] of Object.entries(headers)) {
      const found = response.headers.get(name);
      assert.ok(found !== null && (expected === '' || found === expected), `${name}: ${found}`);
    }
  };
  testTargets(`rejects ${what} (${status})`, check, onEachPath === true ? targets : SOME);
}

testTargets(
  'every write of the role reader is rejected (403), and its reads are no error of the role',
  async (target) => {
    const response = await send(target, { key: keys.reader });
    if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
    else if (target.needsRole === true) assertError(response, 403, 'insufficient_role');
    // Some resources are read by those who may change the animal.
    else if (response.status === 403) assertError(response, 403, 'not_owner');
    else assert.ok(response.status < 400 || response.status === 404, response.text);
  },
);

testTargets('every operation with a body rejects one of another type (415)', async (target) => {
  for (const type of target.body === undefined ? ['text/plain'] : OTHER_TYPES) {
    const response = await send(target, {
      key: keyFor(target),
      headers: [`Content-Type: ${type}`],
      body: target.body ?? 'no body is wanted',
    });
    if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
    else if (target.body === undefined) assertBodyIgnored(response);
    // Without a boundary it cannot be read.
    else if (type === target.type) assertError(response, 400, 'invalid_body');
    else assertError(response, 415, 'unsupported_media_type');
  }
});

testTargets('every operation with a body rejects one that is too large (413)', async (target) => {
  const limit = BODY_LIMITS[target.path] ?? BODY_LIMITS[target.type ?? 'application/json'] ?? 10_000_000;
  const response = await send(target, { key: keyFor(target), body: ' '.repeat(limit + 1) });
  if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
  else if (target.body === undefined) assertBodyIgnored(response);
  else assertError(response, 413, 'payload_too_large');
});

/** Returns the methods that `Allow` lists for a path: those of the document, HEAD where GET exists, and OPTIONS. */
function methodsAt(path: string): string[] {
  const here = targets.filter((target) => target.path === path && target.statuses !== undefined);
  const methods = here.map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

/** Every method that the parser knows, for one path that exists and one that does not; for the others a common one. */
function otherMethods(path: string, allowed: readonly string[]): string[] {
  // The target of CONNECT is no path; broken-http.test.ts sends it.
  const others = METHODS.filter((name) => !allowed.includes(name) && name !== 'CONNECT');
  if (path === '/v1/pets' || path === '/v1/nothing') return others;
  return [['PUT', 'PATCH', 'POST', 'DELETE', 'GET'].find((name) => others.includes(name)) ?? 'TRACE'];
}

/** A response to HEAD has no body. */
function assertErrorOf(method: string, response: ApiResponse, status: number, code: string): void {
  if (method === 'HEAD') assert.equal(response.status, status);
  else assertError(response, status, code);
}

testTargets(
  'a method that the path does not have is 401 without a key, and 405 with Allow',
  async (target) => {
    if (targets.find(({ path }) => path === target.path) !== target) return;
    const allowed = methodsAt(target.path);
    for (const method of otherMethods(target.path, allowed)) {
      assertErrorOf(method, await send(target, { method }), 401, 'missing_api_key');
      const response = await send(target, { method, key: keys.valid });
      if (target.statuses === undefined) assertErrorOf(method, response, 404, 'route_not_found');
      else {
        assertErrorOf(method, response, 405, 'method_not_allowed');
        assert.equal(response.headers.get('allow'), allowed.join(', '), method);
      }
    }
    assertError(await send(target, { method: 'OPTIONS' }), 401, 'missing_api_key');
    const options = await send(target, { method: 'OPTIONS', key: keys.valid });
    assert.equal(options.status, target.statuses === undefined ? 404 : 204);
    if (options.status === 204) assert.equal(options.headers.get('allow'), allowed.join(', '));
  },
);
