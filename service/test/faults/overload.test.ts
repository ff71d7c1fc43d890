import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import fastify from 'fastify';
import { boundWork } from '../../src/http/at-work.ts';
import {
  type Answer,
  assertConstantHeaders,
  assertError,
  assertQuotaHeaders,
  startService,
  type TestService,
} from '../harness.ts';
import { createAnswerChecker } from '../interface/answer-checker.ts';
import { RawConnection, rawRequest } from '../raw-http.ts';

/** More requests at once than the service may keep waiting: those beyond are shed, and it goes on. */

/** More than may wait, and than a turn of the event loop takes up. */
const CONNECTIONS = 1_000;

/** Sends a request on each of many connections, so that all are there before the first is taken up; returns the answers. */
async function rush(service: TestService, request: string, to = 'GET'): Promise<Answer[]> {
  const connections: RawConnection[] = [];
  while (connections.length < CONNECTIONS) connections.push(await RawConnection.open(service.url));
  for (const connection of connections) connection.write(request);
  const answers = await Promise.all(connections.map((connection) => connection.answer({ to })));
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
  const check = createAnswerChecker((await service.send('/openapi.json')).json);
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
  const answers = await rush(service, rawRequest({}));
  const shed = answers.filter(({ status }) => status === 503);
  assert.ok(shed.length > 0);
  for (const answer of shed) assert.equal(answer.headers.get('x-ratelimit-limit'), '300');
  assert.equal(answers.filter(({ status }) => status === 401).length, 300);
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

test('more than may wait for the store at once are 503 with Retry-After, and when one has its answer the next may', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const waiting: Array<() => void> = [];
  app.get('/', { preHandler: boundWork(2) }, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'done';
  });
  const url = await app.listen({ port: 0 });
  const taken = [fetch(url), fetch(url)];
  while (waiting.length < 2) await new Promise(setImmediate);
  assert.equal((await fetch(url)).status, 503);
  waiting.shift()?.();
  assert.equal(await (await Promise.race(taken)).text(), 'done');
  const next = fetch(url);
  while (waiting.length < 2) await new Promise(setImmediate);
  for (const go of waiting) go();
  assert.equal((await next).status, 200);
  await Promise.all(taken);
});

test('clients that hang up before their turn take no place of those who wait for the store', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const asked: Array<() => void> = [];
  // As a key that is looked up in a database.
  app.addHook('onRequest', async () => {
    await new Promise<void>((resolve) => asked.push(resolve));
  });
  app.get('/', { preHandler: boundWork(1) }, async () => 'done');
  const url = await app.listen({ port: 0 });
  for (let gone = 1; gone <= 5; gone += 1) {
    const leaving = new AbortController();
    const closed = once(app.server, 'request').then(([, response]) => once(response, 'close'));
    const request = fetch(url, { signal: leaving.signal }).catch(() => 'gone');
    while (asked.length < gone) await new Promise(setImmediate);
    leaving.abort();
    await Promise.all([request, closed]);
  }
  for (const answer of asked.splice(0)) answer();
  const last = fetch(url);
  while (asked.length < 1) await new Promise(setImmediate);
  asked[0]?.();
  assert.equal((await last).status, 200);
});
