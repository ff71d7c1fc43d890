import assert from 'node:assert/strict';
import { DAY, SECOND } from '../../service/src/platform/core/clock.ts';

export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The body read as JSON; undefined if there is none. */
  json: unknown;
}

/** Returns the target of `rel="next"` in the `Link` header; undefined if there is none. */
export function nextOf({ headers }: Pick<ApiResponse, 'headers'>): string | undefined {
  const link = headers.get('link');
  if (link === null) return undefined;
  const [, target] = /^<([^>]+)>; rel="next"$/.exec(link) ?? [];
  assert.ok(target !== undefined, link);
  return target;
}

/** Returns the list in a 200; fails for any other response. */
export function listOf({ status, json, text }: ApiResponse): Record<string, unknown>[] {
  assert.equal(status, 200, text);
  assert.ok(Array.isArray(json), text);
  return json.map(membersOf);
}

/** Fails unless the body is exactly the API's Error, with this status and code. */
export function assertError(
  { status, headers, text, json }: ApiResponse,
  expected: number,
  code: string,
): void {
  assert.equal(status, expected, text);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.ok(typeof json === 'object' && json !== null && 'message' in json, text);
  const { message } = json;
  assert.deepEqual(json, { code, message, status: expected });
  assert.ok(typeof message === 'string' && message !== '', text);
}

/** Fails unless the quota headers are possible at the time `now`. */
export function assertQuotaHeaders({ headers }: Pick<ApiResponse, 'headers'>, now: number): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`) ?? 'missing';
    assert.match(value, /^\d+$/, `X-RateLimit-${name}`);
    return Number(value);
  });
  assert.ok(limit !== undefined && remaining !== undefined && reset !== undefined);
  assert.ok(limit >= 1 && remaining <= limit, `${remaining} of ${limit}`);
  assert.ok(reset * SECOND > now && reset * SECOND <= now + DAY, `${reset} at ${now}`);
}

/** Fails unless the response has the header fields that every response has. */
export function assertConstantHeaders({ headers }: Pick<ApiResponse, 'headers'>): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  // A list with a total also varies by Prefer, and the feed by Accept.
  assert.match(headers.get('vary') ?? '', /^Accept-Encoding(, Prefer(, Accept)?)?$/);
}

/** Returns the members of a parsed JSON object; fails for any other value. */
export function membersOf(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(objectOf(value)));
}

function objectOf(value: unknown): object {
  // `assert.ok` would need its message, which takes long to write for a large object, also if it passes.
  if (typeof value !== 'object' || value === null) assert.fail(`${JSON.stringify(value)} is not an object`);
  return value;
}

/** Returns the value at a path of a parsed JSON document; undefined if a member is missing. */
export function at(document: unknown, ...path: readonly string[]): unknown {
  return path.reduce((value, name) => (value === undefined ? undefined : memberOf(value, name)), document);
}

/** Without a copy of the other members, which would take most of the time of a test that reads the OpenAPI document. */
function memberOf(value: unknown, name: string): unknown {
  const object = objectOf(value);
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}
