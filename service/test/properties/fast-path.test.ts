import assert from 'node:assert/strict';
import { tracingChannel } from 'node:diagnostics_channel';
import { type TestContext, test } from 'node:test';
import { type ApiResponse, nextOf } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { openStore } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import { MINUTE } from '../../src/core/clock.ts';

/** The fast path sends pages of pets without the framework; clients must not see a difference. */

const isEmbedded = process.env.TEST_STORE !== 'postgres';

/** Counts the requests that reach a handler of the framework. */
function countOperations(t: TestContext): () => number {
  const channel = tracingChannel('fastify.request.handler');
  let count = 0;
  const onStart = () => {
    count += 1;
  };
  channel.start.subscribe(onStart);
  t.after(() => channel.start.unsubscribe(onStart));
  return () => count;
}

async function setUp(t: TestContext) {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000_000, perDay: 1_000_000 });
  for (let made = 0; made < 30; made += 1) {
    const status = ['available', 'pending', 'sold', undefined][made % 4];
    const body = { name: `"Łucja" ${made} \u{1F415}`, categoryId: made % 3, status };
    assert.equal((await service.send('/v1/pets', { method: 'POST', key, body })).status, 201);
  }
  // Caches the key.
  await service.send('/v1/pets', { key });
  return { service, key };
}

/** Adds an unknown parameter, which only the framework handles. */
function withUnknown(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}unknownName=1`;
}

/** Returns the parts of a response that do not differ between requests. */
function constant({ status, headers, text }: ApiResponse) {
  const varying = ['x-request-id', 'date', 'x-ratelimit-remaining', 'ratelimit'];
  const names = [...headers.keys()].sort();
  const values = names.map((name) => (varying.includes(name) ? [name] : [name, headers.get(name)]));
  return { status, values, text };
}

const parameter = fc.oneof(
  fc.constantFrom('limit=1', 'limit=20', 'limit=100', 'limit=7', 'sort=id', 'sort=-id'),
  fc.constantFrom('status=available', 'status=sold', 'categoryId=1', 'categoryId=-9223372036854775808'),
  fc.constantFrom(
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=',
    'limit',
    'limit=+5',
    'limit=05',
    'sort=name',
  ),
  fc.constantFrom(
    'status=Sold',
    'status=',
    'categoryId=1.5',
    'categoryId=9223372036854775808',
    'categoryId=01',
  ),
  fc.constantFrom(
    'cursor=',
    'cursor=x',
    'cursor=CURSOR',
    'l%69mit=3',
    'status=s%6Fld',
    '__proto__=1',
    'Limit=1',
    'name=Bella',
    'page=2',
    '=',
    '',
  ),
);

const acceptEncoding = fc.constantFrom(
  ...['identity', 'gzip', 'br', 'gzip, deflate, br, zstd', 'gzip;q=0', '*', '*;q=0', 'gzip;q=0.5, br;q=0.1'],
  ...['identity, gzip;q=0.9', 'X-GZIP', 'gzip;q=2', 'deflate', ' , gzip', ''],
);

test('any query of the list gets the response of the framework', async (t) => {
  const { service, key } = await setUp(t);
  const cursor = /cursor=([\w-]+)/.exec(nextOf(await service.send('/v1/pets?limit=5', { key })) ?? '')?.[1];
  await fc.assert(
    fc.asyncProperty(fc.array(parameter, { maxLength: 4 }), acceptEncoding, async (parameters, accepted) => {
      const query = parameters.join('&').replace('CURSOR', cursor ?? '');
      const path = `/v1/pets${query === '' ? '' : `?${query}`}`;
      const headers = { 'accept-encoding': accepted };
      const response = constant(await service.send(path, { key, headers }));
      const expected = constant(await service.send(withUnknown(path), { key, headers }));
      assert.deepEqual(response, expected);
    }),
    { numRuns: 300 },
  );
});

test('a plain page does not reach the framework on the embedded store', async (t) => {
  const { service, key } = await setUp(t);
  const operations = countOperations(t);
  let pages = 0;
  let path: string | undefined = '/v1/pets?limit=10';
  while (path !== undefined) {
    const page: ApiResponse = await service.send(path, { key });
    assert.equal(page.status, 200);
    pages += 1;
    path = nextOf(page);
  }
  assert.equal(operations(), isEmbedded ? 0 : pages);
  await service.send(withUnknown('/v1/pets'), { key });
  assert.equal(operations(), (isEmbedded ? 0 : pages) + 1);
});

test('a compressed page does not reach the framework', async (t) => {
  const { service, key } = await setUp(t);
  for (let time = 0; time < 2; time += 1) await service.send('/v1/pets', { key });
  const operations = countOperations(t);
  for (const coding of ['gzip', 'br', 'gzip', 'br']) {
    const page = await service.send('/v1/pets', { key, headers: { 'accept-encoding': coding } });
    assert.equal(page.headers.get('content-encoding'), coding);
  }
  assert.equal(operations(), isEmbedded ? 0 : 4);
});

test('an unusual request reaches the framework', async (t) => {
  const { service, key } = await setUp(t);
  const operations = countOperations(t);
  const host = 'Host: x';
  const unusual = [
    rawRequest({ key, method: 'HEAD' }),
    rawRequest({ key, headers: ['If-None-Match: *'] }),
    rawRequest({ key, headers: ['Content-Length: 0'] }),
    rawRequest({ key, headers: ['Content-Type: text/plain'] }),
    rawRequest({ key, headers: ['Expect: 100-continue'] }),
    `GET /v1/pets HTTP/1.0\r\n${host}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    `GET http://x/v1/pets HTTP/1.1\r\n${host}\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  ];
  for (const [index, request] of unusual.entries()) {
    await receiveFinal(service, request);
    assert.equal(operations(), index + 1, request);
  }
});

test('rejects two Host headers although they are equal (400)', async (t) => {
  const { service, key } = await setUp(t);
  const twice = `GET /v1/pets HTTP/1.1\r\nHost: x\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
  assert.equal((await exchange(service.url, twice)).status, 400);
});

test('fast path and framework share one quota', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 20, perDay: 1_000 });
  await service.send('/v1/pets', { key });
  const paths = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? '/v1/pets' : withUnknown('/v1/pets')));
  const responses = await Promise.all(paths.map((path) => service.send(path, { key })));
  assert.equal(responses.filter(({ status }) => status === 200).length, 19);
  assert.equal(responses.filter(({ status }) => status === 429).length, 21);
  const rests = responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  assert.deepEqual(
    [...new Set(rests)].sort(byNumber),
    Array.from({ length: 19 }, (_, rest) => rest),
  );
});

test('rejects a revoked and an expired key as soon as promised (401)', async (t) => {
  const service = await startService(t);
  const { clock, database } = service;
  const soon = clock.now() + MINUTE / 2;
  const { key } = await service.account({ expiresAt: soon });
  const { key: other, keyId } = await service.account();
  for (const one of [key, other]) assert.equal((await service.send('/v1/pets', { key: one })).status, 200);
  await database.write((queries) =>
    queries.updateTable('api_keys').set({ revoked_at: 1n }).where('id', '=', keyId).execute(),
  );
  clock.advance(1_000);
  assert.equal((await service.send('/v1/pets', { key: other })).status, 401);
  clock.advance(MINUTE / 2 - 1_000);
  assert.equal((await service.send('/v1/pets', { key })).status, 401);
});

test('the next page shows commits of this process, of another process and of an expired hold', async (t) => {
  const { service, key } = await setUp(t);
  const other = await openStore(t, service.store);
  const available = async () => (await service.send('/v1/pets?status=available&limit=100', { key })).text;
  const petId = Number(/"id":(\d+)/.exec(await available())?.[1]);
  await service.send('/v1/store/orders', { method: 'POST', key, body: { petId } });
  assert.doesNotMatch(await available(), new RegExp(`"id":${petId},`));
  service.clock.advance(48 * 60 * MINUTE);
  await service.send(withUnknown('/v1/usage'), { key });
  assert.match(await available(), new RegExp(`"id":${petId},`));
  await other.write((queries) => queries.updateTable('pets').set({ name: 'Rex' }).execute());
  assert.match(await available(), /"name":"Rex"/);
});

test('the first page after the end of a hold shows the pet as available', async (t) => {
  const { service, key } = await setUp(t);
  const { key: manager } = await service.account({ role: 'manager' });
  const available = (asker: string) => service.send('/v1/pets?status=available&limit=1', { key: asker });
  const petId = Number(/"id":(\d+)/.exec((await available(key)).text)?.[1]);
  await service.send('/v1/store/orders', { method: 'POST', key: manager, body: { petId } });
  service.clock.advance(48 * 60 * MINUTE - 500);
  // Caches the page half a second before the hold ends.
  assert.doesNotMatch((await available(key)).text, new RegExp(`"id":${petId},`));
  service.clock.advance(500);
  assert.match((await available(key)).text, new RegExp(`"id":${petId},`));
});

test('fast path and framework return 503 during a shutdown', async (t) => {
  const { service, key } = await setUp(t);
  await withRequestInFlight(service, key, async () => {
    for (const path of ['/v1/pets', withUnknown('/v1/pets')]) {
      assert.equal((await service.send(path, { key })).status, 503, path);
    }
  });
});

test('the log and the metrics have requests that did not reach the framework', async (t) => {
  const service = await startService(t, { env: { ACCESS_LOG: 'true', METRICS_PORT: '0' } });
  const { key } = await service.account();
  for (let sent = 0; sent < 3; sent += 1) await service.send('/v1/pets', { key });
  const lines = service.logged.filter((line) => line.includes('"operation":"listPets"'));
  assert.equal(lines.length, 3);
  for (const line of lines)
    assert.match(line, /"reqId":"[\w-]+".*"method":"GET","status":200,"ms":\d+,"account"/);
  const metrics = await (await fetch(service.metricsUrl ?? '')).text();
  assert.match(metrics, /petstore_request_duration_seconds_count\{operation="listPets",status="200"\} 3/);
});

/** Waits for the final response. */
async function receiveFinal({ url }: TestService, request: string): Promise<void> {
  const connection = await RawConnection.open(url);
  connection.write(request);
  const to = request.slice(0, request.indexOf(' '));
  while ((await connection.readResponse({ to })).status < 200);
  connection.close();
}

function byNumber(one: number, other: number): number {
  return one - other;
}

/** Runs `work` while the service drains; a request in flight keeps it draining. */
async function withRequestInFlight(
  service: TestService,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  const slow = await RawConnection.open(service.url);
  const body = '{"name":"Frank","categoryId":1}';
  const headers = [
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  slow.write(rawRequest({ method: 'POST', key, headers }));
  assert.equal((await slow.readResponse()).status, 100);
  const drained = service.drain();
  await work();
  slow.write(body);
  assert.equal((await slow.readResponse()).status, 201);
  await drained;
}
