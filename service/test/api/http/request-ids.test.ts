import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { type AgentRequest, sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { sql } from 'kysely';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { openBoth, requestStarted, timeOut } from '../../faults/http/timed-out-connection.ts';

/** docs/operating.md#monitoring: the `X-Request-Id` of a response leads to a line of the log. */

interface Answered {
  readonly status: number;
  readonly headers: Headers;
}

const POST = ['Content-Type: application/json', 'Content-Length: 31'];

const idOf = ({ headers }: Answered) => headers.get('x-request-id') ?? 'none';

function linesWith(service: TestService, response: Answered): string[] {
  return service.logged.filter((line) => line.includes(`"${idOf(response)}"`));
}

function requestLines(service: TestService): string[] {
  return service.logged.filter((line) => /"reqIds?":/.test(line));
}

async function breakStore({ database }: TestService): Promise<void> {
  await database.write((queries) => sql`alter table pets rename to elsewhere`.execute(queries));
}

test('every 5xx has its line, though the cause is logged once: at once for the first, within a second for the next', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await breakStore(service);
  const failed: Answered[] = [];
  for (const path of ['/v1/pets', '/v1/pets/1', '/v1/pets?limit=2', '/v1/pets/2', '/v1/pets?limit=3']) {
    failed.push(await service.send(path, { key }));
  }
  const [first] = failed;
  assert.ok(first !== undefined && linesWith(service, first).length === 1);
  await service.close();
  for (const response of failed) {
    assert.equal(response.status, 500);
    const lines = linesWith(service, response);
    assert.equal(lines.length, 1, idOf(response));
    assert.match(lines[0] ?? '', /"operations":\["(listPets|getPet)"[^\]]*\],"status":500|no such table/);
  }
  assert.equal(service.logged.filter((line) => line.includes('no such table')).length, 2);
});

test('a flood of 5xx has one line a second for each status, with the first 100 ids and the number of the others', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000 });
  await breakStore(service);
  const fail = (count: number) =>
    Promise.all(Array.from({ length: count }, () => service.send('/v1/pets', { key })));
  // The first two have the line of the fault and the first list.
  await fail(2);
  const before = requestLines(service).length;
  const failed = await fail(130);
  assert.equal(requestLines(service).length, before);
  service.clock.advance(SECOND);
  const [line = '', ...others] = requestLines(service).slice(before);
  assert.deepEqual(others, []);
  const { reqIds, leftOut, operations, status } = JSON.parse(line);
  assert.deepEqual([reqIds.length, leftOut, operations, status], [100, 30, ['listPets'], 500]);
  const sent = new Set(failed.map(idOf));
  assert.ok(reqIds.every((id: string) => sent.has(id)));
});

test('a 503 of a health check, and on a connection that was open when the shutdown began, has its line', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const { connection: inFlight } = await beginBody(service, key);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const send = async (path: string, request: AgentRequest = {}): Promise<Answered> => {
    const { status, headers } = await sendOn(agent, `${service.url}${path}`, request);
    return { status, headers: new Headers({ 'x-request-id': String(headers['x-request-id']) }) };
  };
  await Promise.all(Array.from({ length: 3 }, () => send('/healthz')));
  const drained = service.drain();
  const rejected = [
    await send('/readyz'),
    await send('/v1/pets', { key }),
    await send('/v1/orders', { key, method: 'POST' }),
  ];
  inFlight.close();
  await drained;
  for (const response of rejected) {
    assert.equal(response.status, 503);
    assert.equal(linesWith(service, response).length, 1);
  }
});

test('a connection that is reset while it sends a body has no response, and no line', async (t) => {
  const service = await startService(t, { env: { ACCESS_LOG: 'true' } });
  const { connection, accepted } = await beginBody(service, (await service.account()).key);
  accepted.destroy();
  assert.equal(await connection.rest(), '');
  await service.close();
  assert.deepEqual(requestLines(service), []);
});

test('with ACCESS_LOG every response has one line, without its query: of pages, health checks, preflights, rejections and malformed HTTP', async (t) => {
  const service = await startService(t, { env: { ACCESS_LOG: 'true' } });
  const { key } = await service.account();
  const preflight = { origin: 'https://x.example', 'access-control-request-method': 'POST' };
  const responses: Answered[] = [
    await service.send('/v1/pets?limit=7&secret=hush', { key }),
    await service.send('/v1/pets/4711', { key }),
    await service.send('/v1/pets', { key, method: 'HEAD' }),
    await service.send('/v1/pets', { key, method: 'POST', body: { name: 'Frank', categoryId: 1 } }),
    await service.send('/v1/pets', { key, method: 'POST', body: '{' }),
    await service.send('/v1/pets', { method: 'OPTIONS', headers: preflight }),
    await service.send('/v1/pets'),
    await service.send('/v1/nothing', { key }),
    ...(await Promise.all(
      ['/healthz', '/readyz', '/', '/docs/', '/openapi.json', '/favicon.ico', '/nothing'].map((path) =>
        service.send(path),
      ),
    )),
    await exchange(service.url, 'nonsense\r\n\r\n'),
    await exchange(service.url, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'),
    await exchange(service.url, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`),
    await timedOutBody(service, key),
  ];
  await service.close();
  for (const response of responses) {
    const lines = linesWith(service, response);
    assert.equal(lines.length, 1, `${response.status} ${idOf(response)}`);
    assert.match(lines[0] ?? '', new RegExp(`"status":${response.status}\\b`));
  }
  const lines = requestLines(service);
  assert.equal(lines.length, responses.length);
  assert.match(lines[0] ?? '', /"operation":"listPets".*"status":200/);
  assert.doesNotMatch(lines.join(''), /limit|hush|4711/, 'no query and no id');
});

async function timedOutBody(service: TestService, key: string): Promise<Answered> {
  const { connection, accepted } = await beginBody(service, key);
  timeOut(service, accepted);
  return connection.readResponse();
}

/** Sends the head of a POST, and waits until the service waits for the body. */
async function beginBody(service: TestService, key: string) {
  const { connection, accepted } = await openBoth(service);
  const started = requestStarted(service);
  connection.write(rawRequest({ method: 'POST', key, headers: POST }));
  await started;
  return { connection, accepted };
}
