import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ApiResponse,
  assertConstantHeaders,
  assertError,
  assertQuotaHeaders,
} from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { MINUTE } from '../../../src/core/clock.ts';
import { createResponseChecker } from '../../api/response-checker.ts';

/** More requests at once than the service may keep waiting: those beyond are shed, and it goes on. */

/** More than may wait, and than a turn of the event loop takes up. */
const CONNECTIONS = 1_000;

/** Sends a request on each of many connections, so that all are there before the first is taken up; returns the answers. */
async function rush(service: TestService, request: string, to = 'GET'): Promise<ApiResponse[]> {
  const connections: RawConnection[] = [];
  while (connections.length < CONNECTIONS) connections.push(await RawConnection.open(service.url));
  for (const connection of connections) connection.write(request);
  const answers = await Promise.all(connections.map((connection) => connection.readResponse({ to })));
  for (const connection of connections) connection.close();
  return answers;
}

const UNLIMITED = { perMinute: 1_000_000, perDay: 1_000_000 };

test('beyond what may wait requests are 503 with Retry-After and the quota, uncounted, and the next one is answered', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(UNLIMITED);
  await service.send('/v1/pets', { key });
  const answers = await rush(service, rawRequest({ path: '/v1/usage', key }));
  const shed = answers.filter(({ status }) => status === 503);
  const done = answers.filter(({ status }) => status === 200);
  assert.equal(shed.length + done.length, CONNECTIONS);
  assert.ok(done.length >= 400 && shed.length > 0, `${done.length} answered, ${shed.length} shed`);
  const check = createResponseChecker((await service.send('/openapi.json')).json);
  for (const answer of shed) {
    check('getUsage', answer);
    assertError(answer, 503, 'service_unavailable');
    assertConstantHeaders(answer);
    assertQuotaHeaders(answer, service.clock.now());
    assert.equal(answer.headers.get('x-ratelimit-limit'), '1000000');
    assert.equal(answer.headers.get('retry-after'), '1');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
  assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, answers.length);
  const next = await service.send('/v1/pets', { key });
  assert.equal(next.status, 200);
  assert.equal(next.headers.get('x-ratelimit-remaining'), String(1_000_000 - done.length - 2));
});

test('a shed request without a known key tells the quota of its address, and is not counted either', async (t) => {
  const service = await startService(t);
  const answers = await rush(service, rawRequest({ path: '/openapi.json' }));
  const shed = answers.filter(({ status }) => status === 503);
  assert.ok(shed.length > 0);
  for (const answer of shed) assert.equal(answer.headers.get('x-ratelimit-limit'), '300');
  assert.equal((await service.send('/v1/pets')).headers.get('x-ratelimit-remaining'), '299');
});

test('requests without a key, or with one that is known not to be valid, are refused and counted instead of being shed', async (t) => {
  const service = await startService(t);
  for (const key of [undefined, 'mistyped']) {
    const answers = await rush(service, rawRequest(key === undefined ? {} : { key }));
    assert.equal(answers.filter(({ status }) => status === 401).length, 300);
    assert.equal(answers.filter(({ status }) => status === 429).length, CONNECTIONS - 300);
    service.clock.advance(MINUTE);
  }
});

test('preflights and health checks are answered instead of being shed', async (t) => {
  const service = await startService(t);
  const headers = ['Origin: https://adopt.example', 'Access-Control-Request-Method: POST'];
  const preflights = await rush(service, rawRequest({ method: 'OPTIONS', headers }));
  assert.ok(preflights.every(({ status }) => status === 204));
  const checks = await rush(service, rawRequest({ path: '/readyz' }));
  assert.ok(checks.every(({ status }) => status === 200));
});

test('a page that is ready is answered instead of being shed', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(UNLIMITED);
  for (let time = 1; time <= 3; time += 1) await service.send('/v1/pets', { key });
  for (const { status } of await rush(service, rawRequest({ key }))) assert.equal(status, 200);
});

test('a shed HEAD has no body', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(UNLIMITED);
  const answers = await rush(service, rawRequest({ path: '/v1/usage', key, method: 'HEAD' }), 'HEAD');
  assert.ok(answers.some(({ status }) => status === 503));
});

test('shed writes are not done, and those that were answered 201 are there', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(UNLIMITED);
  const body = '{"name":"Frank","categoryId":1}';
  const headers = ['Content-Type: application/json'];
  const answers = await rush(service, rawRequest({ method: 'POST', key, headers, body }));
  const added = answers.filter(({ status }) => status === 201).length;
  assert.ok(answers.some(({ status }) => status === 503));
  const row = await service.database.read
    .selectFrom('pets')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(row.count, BigInt(added));
});
