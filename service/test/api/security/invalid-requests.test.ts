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
import { generateApiKey } from '../../../src/accounts/api-key.ts';
import { revokeApiKey } from '../../../src/accounts/api-key-store.ts';
import { banKey } from '../../../src/accounts/ban-store.ts';
import { MINUTE } from '../../../src/core/clock.ts';

/**
 * One visitor who does everything wrong, at every route. The routes come from the OpenAPI document, so that an
 * operation that is added is visited without a line being written here.
 */

interface Target {
  path: string;
  method: string;
  /** The statuses that the document lists; undefined for a path that does not exist. */
  statuses: string[] | undefined;
  /** A body that would be accepted; undefined if the operation takes none. */
  body: string | undefined;
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
      path: `/v1${path.replaceAll(/\{\w+\}/g, '1')}${requiredQuery(operation)}`,
      method: method.toUpperCase(),
      statuses: Object.keys(membersOf(at(operation, 'responses'))),
      body: exampleBody(document, operation),
    })),
  );
}

/** The parameters without which the operation would response 400; each of them takes an id. */
function requiredQuery(operation: unknown): string {
  const parameters = Object.values(membersOf(at(operation, 'parameters') ?? []));
  const required = parameters.filter(
    (parameter) => at(parameter, 'in') === 'query' && at(parameter, 'required') === true,
  );
  return required.length === 0
    ? ''
    : `?${required.map((parameter) => `${at(parameter, 'name')}=1`).join('&')}`;
}

function exampleBody(document: unknown, operation: unknown): string | undefined {
  const schema = at(operation, 'requestBody', 'content', 'application/json', 'schema');
  if (schema === undefined) return undefined;
  const reference = at(schema, '$ref');
  const resolved = typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : schema;
  const example = at(resolved, 'examples', '0');
  assert.ok(example !== undefined, 'the document has an example of every body');
  return JSON.stringify(example);
}

interface Keys {
  good: string;
  reader: string;
  unknown: string;
  badChecksum: string;
  revoked: string;
  expired: string;
  otherEnvironment: string;
  exhausted: string;
  banned: string;
}

async function keysOf(service: TestService): Promise<Keys> {
  const now = service.clock.now();
  const [good, revoked, banned] = [await service.account(), await service.account(), await service.account()];
  const exhausted = await service.account({ perMinute: 5, perDay: 1 });
  await service.send('/v1/pets', { key: exhausted.key });
  await service.database.write((queries) => revokeApiKey(queries, revoked.keyId, now));
  await service.database.write((queries) => banKey(queries, banned.keyId, now));
  return {
    good: good.key,
    reader: (await service.account({ role: 'reader' })).key,
    unknown: generateApiKey('live'),
    badChecksum: good.key.slice(0, -1) + (good.key.endsWith('A') ? 'B' : 'A'),
    revoked: revoked.key,
    expired: (await service.account({ expiresAt: now })).key,
    otherEnvironment: (await service.account({ kind: 'test' })).key,
    exhausted: exhausted.key,
    banned: banned.key,
  };
}

interface Refusal {
  authorization: (keys: Keys) => string | undefined;
  status: number;
  code: string;
  /** Headers that the refusal must have, beside those of every response. */
  headers: Record<string, string>;
}

const MISSING = {
  status: 401,
  code: 'missing_api_key',
  headers: { 'www-authenticate': 'Bearer realm="petstore"' },
};
const INVALID = {
  status: 401,
  code: 'invalid_api_key',
  headers: {
    'www-authenticate': 'Bearer realm="petstore", error="invalid_token"',
    'x-ratelimit-limit': '300',
  },
};

/** What is wrong with a key is found before anything else is looked at, on every path. */
const KEYS: Record<string, Refusal> = {
  'no key': { authorization: () => undefined, ...MISSING },
  'an empty Authorization': { authorization: () => '', ...MISSING },
  'a scheme without a key': { authorization: () => 'Bearer', ...MISSING },
  'another scheme': { authorization: ({ good }) => `Basic ${good}`, ...MISSING },
  'a key without a scheme': { authorization: ({ good }) => good, ...MISSING },
  'two keys': { authorization: ({ good }) => `Bearer ${good} ${good}`, ...MISSING },
  'a key that nobody gave out': { authorization: ({ unknown }) => `Bearer ${unknown}`, ...INVALID },
  'a mistyped key': { authorization: ({ badChecksum }) => `Bearer ${badChecksum}`, ...INVALID },
  'nonsense for a key': { authorization: () => `Bearer ${'%00\'"'.repeat(500)}`, ...INVALID },
  'a revoked key': { authorization: ({ revoked }) => `Bearer ${revoked}`, ...INVALID },
  'an expired key': { authorization: ({ expired }) => `Bearer ${expired}`, ...INVALID },
  'a key of the other environment': {
    authorization: ({ otherEnvironment }) => `Bearer ${otherEnvironment}`,
    ...INVALID,
  },
  'a used up quota': {
    authorization: ({ exhausted }) => `Bearer ${exhausted}`,
    status: 429,
    code: 'rate_limit_exceeded',
    headers: { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'retry-after': '' },
  },
  'a banned key': {
    authorization: ({ banned }) => `Bearer ${banned}`,
    status: 429,
    code: 'api_key_banned',
    headers: { 'x-ratelimit-remaining': '0', 'retry-after': '300' },
  },
};

/** What an response may never show: a stack, a file, a query. */
const INSIDE =
  /node_modules|\.[tj]s\b|\bat \S+ \(|\bselect\b.*\bfrom\b|\binsert into\b|sqlite|postgres|valkey|redis|kysely|fastify|\/(?:home|root|tmp|usr|var)\//i;

class Visitor {
  readonly #service: TestService;
  readonly #keys: Keys;
  readonly #good: string;

  constructor(service: TestService, keys: Keys, good: string) {
    this.#service = service;
    this.#keys = keys;
    this.#good = good;
  }

  /** Sends the request, checks what holds for every response, and that the next good request is served. */
  async visit(target: Target, request: RawRequest): Promise<ApiResponse> {
    const method = request.method ?? target.method;
    const body = request.body ?? target.body;
    const type =
      body === undefined || request.headers?.some((line) => /^content-type/i.test(line))
        ? []
        : ['Content-Type: application/json'];
    const sent = { ...target, method, ...request, body, headers: [...type, ...(request.headers ?? [])] };
    const response = await exchange(
      this.#service.url,
      rawRequest(body === undefined ? { ...sent, body: undefined } : sent),
      method,
    );
    assertQuotaHeaders(response, this.#service.clock.now());
    assertConstantHeaders(response);
    assert.match(response.headers.get('x-request-id') ?? '', /^[\w-]+$/);
    assert.doesNotMatch(response.text, INSIDE);
    if (method === target.method && target.statuses !== undefined) {
      assert.ok(target.statuses.includes(String(response.status)), `${response.status} is not documented`);
    }
    const next = await this.#service.send('/v1/pets?limit=1', { key: this.#good });
    assert.equal(next.status, 200, 'the next good request is served');
    return response;
  }

  async withKeyFault(target: Target, fault: Refusal): Promise<void> {
    const authorization = fault.authorization(this.#keys);
    const headers = authorization === undefined ? [] : [`Authorization: ${authorization}`];
    const response = await this.visit(target, { headers });
    assertError(response, fault.status, fault.code);
    for (const [name, value] of Object.entries(fault.headers)) {
      const found = response.headers.get(name);
      assert.ok(found !== null && (value === '' || found === value), `${name}: ${found}`);
    }
  }

  async withTooSmallRole(target: Target): Promise<void> {
    const response = await this.visit(target, { key: this.#keys.reader });
    if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
    else if (target.method === 'GET')
      assert.ok(response.status < 400 || response.status === 404, response.text);
    else assertError(response, 403, 'insufficient_role');
  }

  async withOtherType(target: Target, type: string): Promise<void> {
    const headers = [`Content-Type: ${type}`];
    const response = await this.visit(target, {
      key: this.#keys.good,
      headers,
      body: target.body ?? 'no body is wanted',
    });
    if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
    else if (target.body === undefined) assertBodyIgnored(response);
    else assertError(response, 415, 'unsupported_media_type');
  }

  async withTooMuch(target: Target): Promise<void> {
    const response = await this.visit(target, { key: this.#keys.good, body: ' '.repeat(64 * 1024 + 1) });
    if (target.statuses === undefined) assertError(response, 404, 'route_not_found');
    else if (target.body === undefined) assertBodyIgnored(response);
    else assertError(response, 413, 'payload_too_large');
  }

  /** A method that the path does not have: 401 without a key; with one 405 and `Allow`, or 404 on an unknown path. */
  async withOtherMethod(target: Target, method: string, allowed: readonly string[]): Promise<void> {
    if (method !== 'CONNECT') {
      const refused = await this.visit(target, { method });
      if (method !== 'HEAD') assertError(refused, 401, 'missing_api_key');
      assert.equal(refused.status, 401);
    }
    const response = await this.visit(target, { method, key: this.#keys.good });
    if (method === 'HEAD') return assert.equal(response.status, 404);
    if (target.statuses === undefined && method !== 'CONNECT')
      return assertError(response, 404, 'route_not_found');
    if (method === 'OPTIONS') assert.equal(response.status, 204);
    else assertError(response, 405, 'method_not_allowed');
    if (method !== 'CONNECT') assert.equal(response.headers.get('allow'), allowed.join(', '));
  }
}

/** An operation that takes no body does not look at one. */
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

/** What `Allow` names at a path: the methods of the document, HEAD where there is GET, and OPTIONS. */
function methodsAt(path: string, targets: readonly Target[]): string[] {
  const here = targets.filter((target) => target.path === path && target.statuses !== undefined);
  const methods = here.map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

test('rejects every invalid request as documented and keeps serving valid ones', async (t) => {
  const service = await startService(t);
  const manager = await service.account({ role: 'manager', perMinute: 100_000 });
  const pet = { name: 'Frank', categoryId: 1, status: 'available' };
  const created = await service.send('/v1/pets', { method: 'POST', key: manager.key, body: pet });
  assert.equal(created.status, 201);
  const targets = [...targetsOf((await service.send('/openapi.json')).json), ...UNKNOWN];

  for (const target of targets) {
    await t.test(`${target.method} ${target.path}`, async (t) => {
      service.clock.advance(MINUTE);
      const visitor = new Visitor(service, await keysOf(service), manager.key);
      for (const [what, fault] of Object.entries(KEYS)) {
        await t.test(what, () => visitor.withKeyFault(target, fault));
      }
      await t.test('the role reader', () => visitor.withTooSmallRole(target));
      for (const type of OTHER_TYPES) {
        await t.test(`a body of the type ${type}`, () => visitor.withOtherType(target, type));
      }
      await t.test('a body that is too large', () => visitor.withTooMuch(target));
      const allowed = methodsAt(target.path, targets);
      for (const method of METHODS.filter((name) => name === 'OPTIONS' || !allowed.includes(name))) {
        await t.test(`the method ${method}`, () => visitor.withOtherMethod(target, method, allowed));
      }
    });
  }

  const left = await service.send('/v1/pets', { key: manager.key });
  assert.equal(left.text, `[${created.text}]`, 'nothing was done by halves');
});
