import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ApiResponse, nextOf } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService } from '@petstore/testing/service.ts';
import { openStore } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import { MINUTE } from '../../src/platform/core/clock.ts';

/** On the embedded store, responses to reads are cached from their second request on; clients must not see a difference. */

async function setUp(t: TestContext) {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000_000, perDay: 1_000_000 });
  for (let made = 0; made < 30; made += 1) {
    const status = ['available', 'pending', 'sold', undefined][made % 4];
    const body = { name: `"Łucja" ${made} \u{1F415}`, categoryId: made % 3, status };
    assert.equal((await service.send('/v1/pets', { method: 'POST', key, body })).status, 201);
  }
  return { service, key };
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

test('any query of the list gets the same response from the cache as without it', async (t) => {
  const { service, key } = await setUp(t);
  const cursor = /cursor=([\w-]+)/.exec(nextOf(await service.send('/v1/pets?limit=5', { key })) ?? '')?.[1];
  await fc.assert(
    fc.asyncProperty(fc.array(parameter, { maxLength: 4 }), acceptEncoding, async (parameters, accepted) => {
      const query = parameters.join('&').replace('CURSOR', cursor ?? '');
      const path = `/v1/pets${query === '' ? '' : `?${query}`}`;
      const send = () => service.send(path, { key, headers: { 'accept-encoding': accepted } });
      const [built, added, cached] = [await send(), await send(), await send()].map(constant);
      assert.deepEqual(added, built);
      assert.deepEqual(cached, built);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 80) },
  );
});

test('an unusual request for a cached page gets the same page', async (t) => {
  const { service, key } = await setUp(t);
  const send = () => service.send('/v1/pets', { key });
  const [, , cached] = [await send(), await send(), await send()];
  const close = 'Connection: close';
  for (const request of [
    rawRequest({ key, headers: [close, 'Content-Length: 0'] }),
    rawRequest({ key, headers: [close, 'Content-Type: text/plain'] }),
    rawRequest({ key, headers: [close, 'Content-Length: 4'] }).concat('body'),
    `GET /v1/pets HTTP/1.0\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    `GET http://x/v1/pets HTTP/1.1\r\nHost: x\r\n${close}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    `GET /v1/p%65ts/ HTTP/1.1\r\nHost: x\r\n${close}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  ]) {
    const response = await exchange(service.url, request);
    assert.equal(response.status, 200, request);
    assert.equal(response.text, cached?.text, request);
  }
});

test('cached responses of one account are not those of another', async (t) => {
  const { service, key } = await setUp(t);
  const other = await service.account();
  const manager = await service.account({ role: 'manager' });
  await service.send('/v1/store/orders', { method: 'POST', key, body: { petId: 1 } });
  for (const path of ['/v1/store/orders', '/v1/events?after=30', '/v1/permissions?petIds=1']) {
    const texts = new Map<string, string>();
    for (let time = 1; time <= 3; time += 1) {
      for (const one of [key, other.key, manager.key]) {
        const { text } = await service.send(path, { key: one });
        assert.equal(text, texts.get(one) ?? text, path);
        texts.set(one, text);
      }
    }
    assert.notEqual(texts.get(other.key), texts.get(key), path);
  }
});

test('a manager that becomes a member does not get the cached orders of others', async (t) => {
  const { service, key } = await setUp(t);
  const { key: former, id: accountId } = await service.account({ role: 'manager' });
  await service.send('/v1/store/orders', { method: 'POST', key, body: { petId: 1 } });
  const orders = async () => JSON.parse((await service.send('/v1/store/orders', { key: former })).text);
  await service.database.write((queries) =>
    queries.updateTable('accounts').set({ role: 'member' }).where('id', '=', accountId).execute(),
  );
  // Before the change takes effect, pages are cached after it.
  for (let time = 1; time <= 3; time += 1) await orders();
  service.clock.advance(1_000);
  assert.deepEqual(await orders(), []);
});

test('the next page shows commits of this process, of another process and of an expired hold', async (t) => {
  const { service, key } = await setUp(t);
  const other = await openStore(t, service.store);
  const available = async () => (await service.send('/v1/pets?status=available&limit=100', { key })).text;
  const petId = Number(/"id":(\d+)/.exec(await available())?.[1]);
  await service.send('/v1/store/orders', { method: 'POST', key, body: { petId } });
  assert.doesNotMatch(await available(), new RegExp(`"id":${petId},`));
  service.clock.advance(48 * 60 * MINUTE);
  await service.send('/v1/usage', { key });
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

test('the log and the metrics have responses from the cache', async (t) => {
  const service = await startService(t, { env: { ACCESS_LOG: 'true', METRICS_PORT: '0' } });
  const { key } = await service.account();
  for (let sent = 0; sent < 3; sent += 1) await service.send('/v1/pets', { key });
  const metrics = await (await fetch(service.metricsUrl ?? '')).text();
  assert.match(metrics, /petstore_request_duration_seconds_count\{operation="listPets",status="200"\} 3/);
  // The lines of another thread have arrived when it has ended.
  await service.close();
  const lines = service.logged.filter((line) => line.includes('"operation":"listPets"'));
  assert.equal(lines.length, 3);
  for (const line of lines)
    assert.match(line, /"reqId":"[\w-]+".*"method":"GET","status":200,"ms":\d+,"account"/);
});
