// Runs in a process of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ApiResponse,
  assertConstantHeaders,
  assertError,
  assertQuotaHeaders,
} from '@petstore/testing/http/expect-response.ts';
import { RawConnection, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { MAX_WAITING } from '../../../src/platform/http/overload/request-queue.ts';
import { createResponseChecker } from '../../api/response-checker.ts';

/** Load shedding: more concurrent requests than the queue holds. */

/** More than the queue holds and a turn of the event loop starts. */
const CONNECTIONS = MAX_WAITING.verified + 1_000;

/** Sends one of the requests on each of many connections before the service starts the first; returns the responses. */
async function rush(service: TestService, requests: readonly RawRequest[]): Promise<ApiResponse[]> {
  const connections: RawConnection[] = [];
  while (connections.length < CONNECTIONS) connections.push(await RawConnection.open(service.url));
  const requestOf = (index: number) => requests[index % requests.length] ?? {};
  for (const [index, connection] of connections.entries()) connection.write(rawRequest(requestOf(index)));
  const responses = await Promise.all(
    connections.map((connection, index) => connection.readResponse({ to: requestOf(index).method })),
  );
  for (const connection of connections) {
    assert.equal(connection.unread, '', 'bytes behind the response');
    connection.close();
  }
  return responses;
}

const UNLIMITED = { perMinute: 1_000_000, perDay: 1_000_000 };

test('requests beyond the queue are 503 with Retry-After and quota headers, are not counted, and the next request is served', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(UNLIMITED);
  await service.send('/v1/pets', { key });
  const responses = await rush(service, [{ path: '/v1/usage', key }]);
  const shed = responses.filter(({ status }) => status === 503);
  const done = responses.filter(({ status }) => status === 200);
  assert.equal(shed.length + done.length, CONNECTIONS);
  assert.ok(done.length > 0 && shed.length > 0, `${done.length} served, ${shed.length} shed`);
  const check = createResponseChecker((await service.send('/openapi.json')).json);
  for (const response of shed) {
    check('getUsage', response);
    assertError(response, 503, 'service_unavailable');
    assertConstantHeaders(response);
    assertQuotaHeaders(response, service.clock.now());
    assert.equal(response.headers.get('x-ratelimit-limit'), '1000000');
    assert.equal(response.headers.get('retry-after'), '1');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
  assert.equal(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size, responses.length);
  const next = await service.send('/v1/pets', { key });
  assert.equal(next.status, 200);
  assert.equal(next.headers.get('x-ratelimit-remaining'), String(1_000_000 - done.length - 2));
  await service.close();
  const lines = service.logged.map((line) => JSON.parse(line)).filter(({ reqId, reqIds }) => reqId ?? reqIds);
  const ids = new Set(lines.flatMap(({ reqId, reqIds }) => reqIds ?? [reqId]));
  const named = shed.filter(({ headers }) => ids.has(headers.get('x-request-id')));
  const leftOut = lines.reduce((sum, line) => sum + (line.leftOut ?? 0), 0);
  assert.equal(named.length + leftOut, shed.length, 'each one is named or counted');
  assert.ok(lines.length < shed.length / 10, 'shed requests share lines');
});

test('a shed HEAD without a valid key has no body, but the quota headers of its address, and is not counted', async (t) => {
  const service = await startService(t);
  const responses = await rush(service, [{ path: '/llms.txt' }, { path: '/llms.txt', method: 'HEAD' }]);
  const shed = responses.filter(({ status }) => status === 503);
  assert.ok(shed.length > 0);
  for (const response of shed) assert.equal(response.headers.get('x-ratelimit-limit'), '300');
  assert.equal((await service.send('/v1/pets')).headers.get('x-ratelimit-remaining'), '299');
});

test('requests without a key, and with a key in the denial cache, are rejected and counted, not shed', async (t) => {
  const service = await startService(t);
  const responses = await rush(service, [{}, { key: 'mistyped' }]);
  assert.equal(responses.filter(({ status }) => status === 401).length, 300);
  assert.equal(responses.filter(({ status }) => status === 429).length, CONNECTIONS - 300);
});

test('preflights and health checks are not shed', async (t) => {
  const service = await startService(t);
  const headers = ['Origin: https://adopt.example', 'Access-Control-Request-Method: POST'];
  const responses = await rush(service, [{ method: 'OPTIONS', headers }, { path: '/readyz' }]);
  assert.ok(responses.every(({ status }, index) => status === (index % 2 === 0 ? 204 : 200)));
});

test('shed writes are not done, and writes with a 201 are in the store', async (t) => {
  const service = await startService(t);
  const { key } = await service.account(UNLIMITED);
  const body = '{"name":"Frank","categoryId":1}';
  const headers = ['Content-Type: application/json'];
  const responses = await rush(service, [{ method: 'POST', key, headers, body }]);
  const added = responses.filter(({ status }) => status === 201).length;
  assert.ok(responses.some(({ status }) => status === 503));
  const row = await service.database.read
    .selectFrom('pets')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(row.count, BigInt(added));
});
