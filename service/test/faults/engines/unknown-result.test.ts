// Runs in a process of its own.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startProxy } from '@petstore/testing/http/proxy.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { startService } from '@petstore/testing/service.ts';
import { sql } from 'kysely';
import { DAY } from '../../../src/platform/core/clock.ts';
import { postgresQueries } from '../../../src/platform/database/postgres/postgres.ts';
import { Connections } from '../../../src/platform/database/postgres/postgres-connections.ts';

/** A write of which the client of PostgreSQL does not know whether it is stored. */

const ADDED = 'insert into "pets"';
const COMMIT = 'commit\0';
const PET = { name: 'Frank', categoryId: 1, status: 'available' };

/** Starts a service with a proxy before its store. `addPet` uses the same idempotency key each time. */
async function start(t: TestContext) {
  const proxy = await startProxy(t, await freshStore(t));
  const service = await startService(t, { store: proxy.url });
  const { key } = await service.account({ ...UNLIMITED, role: 'manager' });
  const headers = { 'Idempotency-Key': 'frank' };
  const addPet = () => service.send('/v1/pets', { method: 'POST', key, headers, body: PET });
  return { proxy, service, key, addPet };
}

test('a write whose commit was sent and not confirmed is 503 result_unknown, and its Idempotency-Key gets the stored response', async (t) => {
  const { proxy, service, key, addPet } = await start(t);
  const isReset = proxy.resetAfter(ADDED, COMMIT);
  const response = await addPet();
  await isReset;
  assertError(response, 503, 'result_unknown');
  assert.equal(response.headers.get('retry-after'), '1');
  const again = await addPet();
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
  assert.equal((await readAll(service, key, '/v1/pets?limit=100')).length, 1);
});

test('a write whose connection is lost before the commit is 503 service_unavailable and has no effect', async (t) => {
  const { proxy, service, key, addPet } = await start(t);
  const isReset = proxy.resetAfter(ADDED);
  const response = await addPet();
  await isReset;
  assertError(response, 503, 'service_unavailable');
  assert.deepEqual(await readAll(service, key, '/v1/pets?limit=100'), []);
});

test('a write whose connection is lost after its commit was confirmed is 503 result_unknown, because it has an effect', async (t) => {
  const { proxy, service } = await start(t);
  const { id, key } = await service.account({ ...UNLIMITED, role: 'admin' });
  const path = `/v1/accounts/${id}`;
  const isReset = proxy.resetAfter('from "quota_counters"');
  const response = await service.send(path, { method: 'PATCH', key, body: { name: 'Renamed' } });
  await isReset;
  assertError(response, 503, 'result_unknown');
  assert.equal(at((await service.send(path, { key })).json, 'name'), 'Renamed');
});

test('a read whose expiry of holds is not confirmed is 503 service_unavailable', async (t) => {
  const { proxy, service, key, addPet } = await start(t);
  const pet = await addPet();
  const order = { petId: (pet.json as { id: number }).id };
  const placed = await service.send('/v1/store/orders', { method: 'POST', key, body: order });
  assert.equal(placed.status, 201);
  service.clock.advance(8 * DAY);
  const isReset = proxy.resetAfter('update "orders"', COMMIT);
  const response = await service.send('/v1/pets', { key });
  await isReset;
  assertError(response, 503, 'service_unavailable');
});

test('the result is unknown if the server does not confirm the commit in time, as without its synchronous standby', async (t) => {
  const timeouts = { connection: 30_000, statement: 1_000, lock: 0 };
  const queries = postgresQueries(new Connections(await freshDatabase(t), 'write', 1, timeouts));
  t.after(() => queries.destroy());
  await sql`create table slow (id int)`.execute(queries);
  await sql`create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(5); return null; end'`.execute(
    queries,
  );
  await sql`
    create constraint trigger wait after insert on slow deferrable initially deferred
    for each row execute function wait()`.execute(queries);
  const write = queries
    .transaction()
    .execute((transaction) => sql`insert into slow values (1)`.execute(transaction));
  await assert.rejects(write, { code: 'result_unknown' });
});
