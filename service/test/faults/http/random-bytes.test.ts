import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type ApiResponse,
  assertError,
  assertQuotaHeaders,
  at,
} from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { responsesUntilClosed } from './complete-responses.ts';

/** Random bytes. fast-check prints the seed of a failure. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 100);
const JSON_TYPE = 'Content-Type: application/json';
const UNDER_V1 = /^\S+ \/v1[/?]\S* HTTP\/1\.1\r\n/;

/** Asserts that a response has quota headers, and an Error if its status is 400 or more. */
function assertWellFormed(response: ApiResponse, isUnderV1: boolean, now: number): void {
  const { status, headers, json } = response;
  assert.ok(status < 500, response.text);
  if (isUnderV1 || headers.has('x-ratelimit-limit')) assertQuotaHeaders(response, now);
  if (status < 400) return;
  const code = at(json, 'code');
  assert.ok(typeof code === 'string');
  assertError(response, status, code);
}

async function start(t: TestContext) {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 100_000_000 });
  return { service, key };
}

/** Sends the bytes, and checks every response and the next valid request. */
async function assertSurvives(service: TestService, key: string, bytes: Uint8Array): Promise<number[]> {
  const good = async () => {
    const { status } = await exchange(service.url, rawRequest({ path: '/v1/usage', key }));
    assert.equal(status, 200);
  };
  const responses = await responsesUntilClosed(service.url, bytes, good);
  const isUnderV1 = UNDER_V1.test(Buffer.from(bytes).toString('latin1'));
  for (const [index, response] of responses.entries()) {
    assertWellFormed(response, isUnderV1 && index === 0, service.clock.now());
  }
  await good();
  return responses.map(({ status }) => status);
}

/** Prints how often each status came. */
function reportStatuses(t: TestContext, statuses: readonly number[], runs: number): void {
  const counts = Object.entries(Object.groupBy(statuses, String)).map(
    ([status, some = []]) => `${status}: ${some.length}`,
  );
  t.diagnostic(`${runs} runs; ${counts.join(', ')}`);
}

const LINES = [
  'GET /v1/pets HTTP/1.1\r\n',
  'Host: x\r\n',
  '\r\n',
  'POST ',
  ' HTTP/1.1',
  '0\r\n\r\n',
  '\0',
  '\n',
];

const randomBytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 2_000 }),
  fc
    .array(fc.oneof(fc.constantFrom(...LINES), fc.string({ maxLength: 30 })), { minLength: 1, maxLength: 30 })
    .map((parts) => Buffer.from(parts.join(''))),
);

test('random bytes get no response, a close or complete responses, and the service continues to serve', async (t) => {
  const { service, key } = await start(t);
  const statuses: number[] = [];
  await fc.assert(
    fc.asyncProperty(randomBytes, async (bytes) => {
      statuses.push(...(await assertSurvives(service, key, bytes)));
    }),
    { numRuns: RUNS },
  );
  reportStatuses(t, statuses, RUNS);
});

/** Requests as clients send them. */
function validRequests(key: string): string[] {
  const body = '{"name":"Frank","categoryId":1,"status":"available"}';
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return [
    rawRequest({ path: '/v1/pets?limit=5&status=sold', key }),
    rawRequest({ path: '/v1/pets/1', key }),
    rawRequest({ path: '/v1/events?after=latest', key }),
    rawRequest({ method: 'POST', key, headers: [JSON_TYPE, 'Idempotency-Key: a'], body }),
    rawRequest({ method: 'POST', key, headers: [JSON_TYPE, 'Transfer-Encoding: chunked'] }) + chunked,
    rawRequest({ method: 'PATCH', path: '/v1/pets/1', key, headers: [JSON_TYPE], body: '{"status":"sold"}' }),
    rawRequest({ method: 'DELETE', path: '/v1/pets/2', key }),
  ];
}

interface Mutation {
  kind: 'flip' | 'cut' | 'repeat' | 'insert' | 'truncate';
  at: number;
  length: number;
  bit: number;
  inserted: Uint8Array;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('flip', 'flip', 'flip', 'cut', 'repeat', 'insert', 'truncate'),
  at: fc.nat({ max: 9_999 }),
  length: fc.integer({ min: 1, max: 40 }),
  bit: fc.integer({ min: 0, max: 7 }),
  inserted: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});

function mutated(bytes: Buffer, { kind, at: place, length, bit, inserted }: Mutation): Buffer {
  const from = place % Math.max(1, bytes.length);
  const [before, part, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  switch (kind) {
    case 'flip':
      return Buffer.from(bytes.map((byte, index) => (index === from ? byte ^ (1 << bit) : byte)));
    case 'cut':
      return Buffer.concat([before, after]);
    case 'repeat':
      return Buffer.concat([before, part, part, after]);
    case 'insert':
      return Buffer.concat([before, inserted, part, after]);
    case 'truncate':
      return before;
  }
}

test('mutated valid requests get no response, a close or complete responses', async (t) => {
  const { service, key } = await start(t);
  const statuses: number[] = [];
  const requests = fc.array(fc.constantFrom(...validRequests(key)), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      requests,
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      async (good, mutations) => {
        const bytes = mutations.reduce(mutated, Buffer.from(good.join('')));
        if (bytes.length > 0) statuses.push(...(await assertSurvives(service, key, bytes)));
      },
    ),
    { numRuns: RUNS * 2 },
  );
  reportStatuses(t, statuses, 2 * RUNS);
});
