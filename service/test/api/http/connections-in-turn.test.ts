// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import { lockPets } from '../../../src/platform/database/locks.ts';

/** Requests of one account that wait in PostgreSQL must not take all connections. */

/** Of each pool: half of `DATABASE_CONNECTIONS`. */
const CONNECTIONS = 8;
const REQUESTS = 20;
const PET = { name: 'Frank', categoryId: 1, status: 'available' };

async function start(t: TestContext) {
  const service = await startService(t, { store: await freshStore(t) });
  const attacker = await service.account(UNLIMITED);
  const victim = await service.account(UNLIMITED);
  return { service, attacker, victim };
}

/** Runs `lock` in a transaction that ends when the returned function is called. */
async function hold(
  t: TestContext,
  { database }: TestService,
  lock: Parameters<TestService['database']['write']>[0],
): Promise<() => Promise<unknown>> {
  const gate = Promise.withResolvers<void>();
  t.signal.addEventListener('abort', () => gate.resolve());
  const held = Promise.withResolvers<void>();
  const holding = database.write(async (db) => {
    await lock(db);
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  return () => {
    gate.resolve();
    return holding;
  };
}

/** Counts the writes that the requests of a service begin, and how many of them wait for the store at the same time. */
function watchWrites({ database }: TestService) {
  const { write } = database;
  const watched = { begun: 0, running: 0, maxRunning: 0 };
  database.write = (work, options) => {
    watched.begun += 1;
    watched.running += 1;
    watched.maxRunning = Math.max(watched.maxRunning, watched.running);
    return write(work, options).finally(() => {
      watched.running -= 1;
    });
  };
  return watched;
}

function order(service: TestService, key: string, petId: number) {
  return service.send('/v1/store/orders', { method: 'POST', key, body: { petId } });
}

test('while orders of many accounts wait for one pet, another account writes', async (t) => {
  const { service, attacker, victim } = await start(t);
  const petId = await addPet(service, attacker.key);
  const accounts = await Promise.all(Array.from({ length: 10 }, () => service.account(UNLIMITED)));
  const release = await hold(t, service, (db) => lockPets(db, [BigInt(petId)]));
  const writes = watchWrites(service);
  const orders = Array.from({ length: REQUESTS }, (_, index) =>
    order(service, accounts[index % accounts.length]?.key ?? '', petId),
  );
  await until(async () => writes.begun === REQUESTS);
  const added = await service.send('/v1/pets', { method: 'POST', key: victim.key, body: PET });
  assert.equal(added.status, 201, added.text);
  assert.ok(writes.running > CONNECTIONS, `${writes.running} orders still wait`);
  await release();
  // On a slow machine some wait too long for the lock.
  for (const { status, text } of await Promise.all(orders)) assert.ok([201, 409, 503].includes(status), text);
});

test('a change whose client resets the connection while it waits for its turn is not made', async (t) => {
  const { service, attacker } = await start(t);
  const petId = await addPet(service, attacker.key);
  const release = await hold(t, service, (db) => lockPets(db, [BigInt(petId)]));
  const writes = watchWrites(service);
  const path = `/v1/pets/${petId}`;
  const first = service.send(path, { method: 'PATCH', key: attacker.key, body: { name: 'First' } });
  await until(async () => writes.begun === 1);
  const left = await RawConnection.open(service.url);
  const headers = ['Content-Type: application/json'];
  left.write(rawRequest({ method: 'PATCH', path, key: attacker.key, headers, body: '{"name":"Left"}' }));
  await until(async () => writes.begun === 2);
  left.reset();
  // The service notices the end of the connection before it answers a later request.
  await service.send(path, { key: attacker.key });
  await release();
  assert.equal((await first).status, 200);
  await until(async () => writes.running === 0);
  assert.equal(at((await service.send(path, { key: attacker.key })).json, 'name'), 'First');
});

test('while changes of many pets by one account wait for other transactions, another account writes', async (t) => {
  const { service, attacker, victim } = await start(t);
  const pets: number[] = [];
  while (pets.length < REQUESTS) pets.push(await addPet(service, attacker.key));
  const release = await hold(t, service, (db) => lockPets(db, pets.map(BigInt)));
  const writes = watchWrites(service);
  const changes = pets.map((petId) =>
    service.send(`/v1/pets/${petId}`, { method: 'PATCH', key: attacker.key, body: { name: 'Ida' } }),
  );
  await until(async () => writes.begun === REQUESTS);
  const added = await service.send('/v1/pets', { method: 'POST', key: victim.key, body: PET });
  assert.equal(added.status, 201, added.text);
  assert.ok(writes.running > CONNECTIONS, `${writes.running} changes still wait`);
  await release();
  for (const { status, text } of await Promise.all(changes)) assert.ok([200, 503].includes(status), text);
});

test('while reads of one account wait in PostgreSQL, another account reads', async (t) => {
  const { service, attacker, victim } = await start(t);
  // The keys are known from here on.
  for (const { key } of [attacker, victim]) await service.send('/v1/store/orders', { key });
  const release = await hold(t, service, (db) => sql`lock table orders in access exclusive mode`.execute(db));
  let waiting = REQUESTS;
  const reads = Array.from({ length: REQUESTS }, () =>
    service.send('/v1/store/orders', { key: attacker.key }).finally(() => {
      waiting -= 1;
    }),
  );
  const locks = sql<{ count: bigint }>`select count(*) as count from pg_locks where not granted`;
  await until(async () => ((await locks.execute(service.database.read)).rows[0]?.count ?? 0n) >= 6n);
  const page = await service.send('/v1/pets', { key: victim.key });
  assert.equal(page.status, 200, page.text);
  assert.ok(waiting > CONNECTIONS, `${waiting} reads of the other account still wait`);
  await release();
  for (const { status, text } of await Promise.all(reads)) assert.ok([200, 503].includes(status), text);
});

test('of requests with one Idempotency-Key that all fail, one at a time uses the store', async (t) => {
  const { service, attacker } = await start(t);
  const petId = await addPet(service, attacker.key);
  await service.send(`/v1/pets/${petId}`, { method: 'PATCH', key: attacker.key, body: { status: 'sold' } });
  const writes = watchWrites(service);
  const headers = { 'idempotency-key': 'k' };
  const sent = Array.from({ length: REQUESTS }, () =>
    service.send('/v1/store/orders', { method: 'POST', key: attacker.key, body: { petId }, headers }),
  );
  for (const { status, text } of await Promise.all(sent)) assert.equal(status, 409, text);
  assert.equal(writes.maxRunning, 1);
});
