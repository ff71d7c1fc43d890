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
import { startService, type TestService } from '@petstore/testing/service.ts';
import { MAX_APPLICATION_BYTES } from '../../../src/applications/limits.ts';
import { MAX_FORM_BYTES } from '../../../src/applications/questions/question-routes.ts';
import { MAX_BATCH_BYTES } from '../../../src/batches/batch-routes.ts';
import { MINUTE } from '../../../src/core/clock.ts';
import { MAX_CHANGE_BYTES } from '../../../src/import-export/jobs/change-import-route.ts';
import { MAX_UPLOAD_BYTES } from '../../../src/import-export/jobs/receive-upload.ts';
import { MAX_TEXTS_BYTES } from '../../../src/mail/letters/text-routes.ts';
import { MAX_WORDS_BYTES } from '../../../src/publishing/content-routes.ts';
import { resolve } from '../response-checker.ts';
import { createKeys, KEYS, type KeyError, type Keys } from './invalid-keys.ts';

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

class RequestChecker {
  readonly #service: TestService;
  readonly #keys: Keys;
  readonly #valid: string;

  constructor(service: TestService, keys: Keys, valid: string) {
    this.#service = service;
    this.#keys = keys;
    this.#valid = valid;
  }

  /** Sends the request, checks what every response has, and that the next valid request succeeds. */
  async send(target: Target, request: RawRequest): Promise<ApiResponse> {
    const method = request.method ?? target.method;
    const body = request.body ?? target.body;
    const type =
      body === undefined || request.headers?.some((line) => /^content-type/i.test(line))
        ? []
        : [`Content-Type: ${target.type ?? 'application/json'}`];
    const sent = { ...target, method, ...request, body, headers: [...type, ...(request.headers ?? [])] };
    const response = await exchange(
      this.#service.url,
      rawRequest(body === undefined ? { ...sent, body: undefined } : sent),
      method,
    );
    assertQuotaHeaders(response, this.#service.clock.now());
    assertConstantHeaders(response);
    assert.match(response.headers.get('x-request-id') ?? '', /^[\w-]+$/);
    assert.doesNotMatch(response.text, INTERNAL_DETAILS);
    if (method === target.method && target.statuses !== undefined) {
      assert.ok(target.statuses.includes(String(response.status)), `${response.status} is not documented`);
    }
    const next = await this.#service.send('/v1/pets?limit=1', { key: this.#valid });
    assert.equal(next.status, 200, 'the next valid request succeeds');
    return response;
  }

  async checkKeyError(target: Target, keyError: KeyError): Promise<void> {
    const authorization = keyError.authorization(this.#keys);
    const headers = authorization === undefined ? [] : [`Authorization: ${authorization}`];
    const response = await this.send(target, { headers });
    assertError(response, keyError.status, keyError.code);
    for (const [name, value] of Object.entries(keyError.headers)) {
      const found = response.headers.get(name);
      assert.ok(found !== null && (value === '' || found === value), `${name}: ${found}`);
    }
  }

  async checkRole(target: Target): Promise<void> {
    const response = await this.send(target, { key: this.#keys.reader });
    if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
    else if (target.needsRole === true) assertError(response, 403, 'insufficient_role');
    // Some resources are read by those who may change the animal.
    else if (response.status === 403) assertError(response, 403, 'not_owner');
    else assert.ok(response.status < 400 || response.status === 404, response.text);
  }

  async checkContentType(target: Target, type: string): Promise<void> {
    const headers = [`Content-Type: ${type}`];
    const response = await this.send(target, {
      key: this.#keyFor(target),
      headers,
      body: target.body ?? 'no body is wanted',
    });
    if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
    else if (target.body === undefined) assertBodyIgnored(response);
    // Without a boundary it cannot be read.
    else if (type === target.type) assertError(response, 400, 'invalid_body');
    else assertError(response, 415, 'unsupported_media_type');
  }

  async checkBodySize(target: Target): Promise<void> {
    const limit = BODY_LIMITS[target.path] ?? BODY_LIMITS[target.type ?? 'application/json'] ?? 10_000_000;
    const response = await this.send(target, { key: this.#keyFor(target), body: ' '.repeat(limit + 1) });
    if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
    else if (target.body === undefined) assertBodyIgnored(response);
    else assertError(response, 413, 'payload_too_large');
  }

  /** Returns the key of a member, or of an admin for what only admins may do. */
  #keyFor(target: Target): string {
    return needsAdmin(target) ? this.#keys.admin : this.#keys.valid;
  }

  /** A method that the path does not have: 401 without a key; with one 405 and `Allow`, or 404 on an unknown path. */
  async checkMethod(target: Target, method: string, allowed: readonly string[]): Promise<void> {
    if (method !== 'CONNECT') {
      const refused = await this.send(target, { method });
      if (method !== 'HEAD') assertError(refused, 401, 'missing_api_key');
      assert.equal(refused.status, 401);
    }
    const response = await this.send(target, { method, key: this.#keys.valid });
    if (method === 'HEAD') return assert.equal(response.status, target.statuses === undefined ? 404 : 405);
    if (target.statuses === undefined && method !== 'CONNECT')
      return assertError(response, 404, 'route_not_found');
    if (method === 'OPTIONS') assert.equal(response.status, 204);
    else assertError(response, 405, 'method_not_allowed');
    if (method !== 'CONNECT') assert.equal(response.headers.get('allow'), allowed.join(', '));
  }
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

function needsAdmin({ path }: Target): boolean {
  return /^\/v1\/(categories\/|imports|settings|accounts|keys\/|application-|publishing|partners)/.test(path);
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

/** Returns the methods that `Allow` lists for a path: those of the document, HEAD where GET exists, and OPTIONS. */
function methodsAt(path: string, targets: readonly Target[]): string[] {
  const here = targets.filter((target) => target.path === path && target.statuses !== undefined);
  const methods = here.map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

/** Returns the methods that the path of an operation does not have, each with those that it has; none unless it is the first of the path. */
function otherMethods(target: Target, targets: readonly Target[]): [method: string, allowed: string[]][] {
  if (targets.find(({ path }) => path === target.path) !== target) return [];
  const allowed = methodsAt(target.path, targets);
  const others = METHODS.filter((name) => name === 'OPTIONS' || !allowed.includes(name));
  return others.map((method) => [method, allowed]);
}

test('rejects every invalid request as documented and keeps serving valid ones', async (t) => {
  const service = await startService(t);
  const manager = await service.account({ role: 'admin', perMinute: 100_000 });
  const pet = { name: 'Frank', categoryId: 1, status: 'available' };
  const created = await service.send('/v1/pets', { method: 'POST', key: manager.key, body: pet });
  assert.equal(created.status, 201);
  const targets = [...targetsOf((await service.send('/openapi.json')).json), ...UNKNOWN];

  for (const target of targets) {
    await t.test(`${target.method} ${target.path}`, async (t) => {
      service.clock.advance(MINUTE);
      const checker = new RequestChecker(service, await createKeys(service), manager.key);
      for (const [what, keyError] of Object.entries(KEYS)) {
        // It explains a used-up quota, and answers.
        if (what === 'a used up quota' && target.path === '/v1/usage') continue;
        await t.test(what, () => checker.checkKeyError(target, keyError));
      }
      await t.test('the role reader', () => checker.checkRole(target));
      for (const type of OTHER_TYPES) {
        await t.test(`a body of the type ${type}`, () => checker.checkContentType(target, type));
      }
      await t.test('a body that is too large', () => checker.checkBodySize(target));
      for (const [method, allowed] of otherMethods(target, targets)) {
        await t.test(`the method ${method}`, () => checker.checkMethod(target, method, allowed));
      }
    });
  }

  const left = await service.send('/v1/pets', { key: manager.key });
  assert.equal(left.text, `[${created.text}]`, 'nothing was changed');
});
