import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { createPet, movePet } from '../../../src/catalogue/pets/pet-changes.ts';
import { lockPet, updatePet } from '../../../src/catalogue/pets/pet-queries.ts';
import { removeStale } from '../../../src/catalogue/search/stale-removal.ts';
import { restorePet } from '../../../src/catalogue/trash/bin-changes.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { readEvents } from '../../../src/record/events/event-queries.ts';

/** Concurrent transactions of several processes on PostgreSQL. */

const MANAGER = { accountId: 0n, seesAll: true };

/** Starts three services on one database. They share no connections and no memory, like processes. */
async function startServices(t: TestContext): Promise<[TestService, TestService, TestService]> {
  const store = await freshStore(t);
  const first = await startService(t, { store });
  const start = () => startService(t, { store, clock: first.clock });
  return [first, await start(), await start()];
}

/** Opens a new database, for tests of transactions. */
async function openStoreOf(t: TestContext) {
  return { database: await openStore(t, await freshStore(t)), clock: new FakeClock() };
}

test('exactly one of 24 concurrent orders of one pet on three processes succeeds, 5 times', async (t) => {
  const services = await startServices(t);
  const { key: manager } = await services[0].account({ ...UNLIMITED, role: 'manager' });
  for (let round = 1; round <= 5; round += 1) {
    const petId = await addPet(services[0], manager);
    const wishes = Array.from({ length: 24 }, (_, n) =>
      services[n % 3]?.send('/v1/store/orders', { method: 'POST', key: manager, body: { petId } }),
    );
    const statuses = (await Promise.all(wishes)).map((response) => response?.status);
    assert.equal(statuses.filter((status) => status === 201).length, 1, `${statuses}`);
    // A process whose connections are all waiting for the lock of the pet may reject an order with 503.
    assert.ok(
      statuses.every((status) => status === 201 || status === 409 || status === 503),
      `${statuses}`,
    );
  }
});

test('an account gets exactly 20 open orders from concurrent requests to three processes', async (t) => {
  const services = await startServices(t);
  const { key: manager } = await services[0].account({ ...UNLIMITED, role: 'manager' });
  const { key } = await services[0].account(UNLIMITED);
  const pets = [];
  for (let made = 0; made < 30; made += 1) pets.push(await addPet(services[0], manager));
  const place = async (petId: number, n: number): Promise<unknown> => {
    const response = await services[n % 3]?.send('/v1/store/orders', {
      method: 'POST',
      key,
      body: { petId },
    });
    // As above. A client sends it again.
    if (response?.status === 503) return place(petId, n);
    return response?.status === 201 ? 'placed' : at(response?.json, 'code');
  };
  const codes = await Promise.all(pets.map(place));
  assert.equal(codes.filter((code) => code === 'placed').length, 20);
  assert.equal(codes.filter((code) => code === 'too_many_open_orders').length, 10);
});

test('concurrent requests with one Idempotency-Key to three processes add one pet', async (t) => {
  const services = await startServices(t);
  const { key } = await services[0].account(UNLIMITED);
  for (let round = 1; round <= 10; round += 1) {
    const headers = { 'idempotency-key': `round ${round}` };
    const body = { name: `pet ${round}`, categoryId: round };
    const responses = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((n) => services[n]?.send('/v1/pets', { method: 'POST', key, headers, body })),
    );
    assert.deepEqual(new Set(responses.map((response) => response?.status)), new Set([201]));
    assert.equal(new Set(responses.map((response) => at(response?.json, 'id'))).size, 1);
    const replayed = responses.filter((response) => response?.headers.get('idempotent-replayed') === 'true');
    assert.equal(replayed.length, 5);
  }
  assert.equal((await readAll(services[0], key, '/v1/pets?limit=100')).length, 10);
});

test('concurrent changes of different fields of one pet are all kept, and its last event shows the final pet', async (t) => {
  const services = await startServices(t);
  const { key } = await services[0].account({ ...UNLIMITED, role: 'manager' });
  for (let round = 1; round <= 10; round += 1) {
    const petId = await addPet(services[0], key);
    const changes = [{ name: `name ${round}` }, { categoryId: 1_000 + round }, { status: 'sold' }];
    const responses = await Promise.all(
      changes.map((body, n) => services[n % 2]?.send(`/v1/pets/${petId}`, { method: 'PATCH', key, body })),
    );
    assert.deepEqual(
      responses.map((response) => response?.status),
      [200, 200, 200],
    );
    const expected = { id: petId, name: `name ${round}`, categoryId: 1_000 + round, status: 'sold' };
    assert.deepEqual((await services[1].send(`/v1/pets/${petId}`, { key })).json, expected);
    const events = await readAll(services[0], key, '/v1/events?limit=100');
    assert.deepEqual(events.at(-1)?.pet, expected);
  }
});

test('holds that are due on three processes end once, and every process shows it', async (t) => {
  const services = await startServices(t);
  const [{ clock }] = services;
  const { key } = await services[0].account({ ...UNLIMITED, role: 'manager' });
  const pets = [];
  for (let made = 0; made < 10; made += 1) {
    const petId = await addPet(services[0], key);
    pets.push(petId);
    await services[0].send('/v1/store/orders', { method: 'POST', key, body: { petId } });
  }
  clock.advance(48 * 60 * MINUTE);
  const lists = await Promise.all(
    services.map((service) => readAll(service, key, '/v1/pets?status=available&limit=100')),
  );
  for (const list of lists) assert.deepEqual(list.map(({ id }) => id).sort(byNumber), pets);
  const expired = (await readAll(services[1], key, '/v1/events?limit=100')).filter(
    ({ type }) => type === 'order.expired',
  );
  assert.equal(expired.length, 10);
});

test('a reader misses no event of a transaction that began first and is committed last', async (t) => {
  const { database, clock } = await openStoreOf(t);
  const [early, late] = [new Held(database), new Held(database)];
  await early.begin((db) => createPet(db, { name: 'early', categoryId: 1n }, null, change(clock)));
  await late.begin((db) => createPet(db, { name: 'late', categoryId: 2n }, null, change(clock)));
  await late.end();
  const before = await readEvents(database, { after: 0n, limit: 10, viewer: MANAGER });
  assert.deepEqual(namesOf(before), ['late']);
  await early.end();
  const after = await readEvents(database, { after: before.lastScannedId, limit: 10, viewer: MANAGER });
  assert.deepEqual(namesOf(after), ['early']);
});

test('the event of a change comes after that of the change whose lock it waited for, whichever transaction is older', async (t) => {
  const { database, clock } = await openStoreOf(t);
  const [pet, other] = await database.write(async (db) => [
    await createPet(db, { name: 'pet', categoryId: 1n, status: 'available' }, null, change(clock)),
    await createPet(db, { name: 'other', categoryId: 1n, status: 'available' }, null, change(clock)),
  ]);
  assert.ok(pet !== undefined && other !== undefined);
  const [older, younger] = [new Held(database), new Held(database)];
  await older.begin((db) => movePet(db, other.id, 'available', 'sold', change(clock)));
  // An unrelated open transaction must not separate the two.
  const bystander = new Held(database);
  await bystander.begin((db) => updatePet(db, -1n, { name: 'none' }, 0));
  await younger.begin((db) => movePet(db, pet.id, 'available', 'pending', change(clock)));
  const waiting = older.go(async (db) => {
    await lockPet(db, pet.id);
    return movePet(db, pet.id, 'pending', 'sold', change(clock));
  });
  await isWaiting(database);
  await younger.end();
  assert.equal(await waiting, true);
  await older.end();
  const { events } = await readEvents(database, { after: 2n, limit: 10, viewer: MANAGER });
  const statuses = events.map(({ body }) => JSON.parse(body)).filter(({ name }) => name === 'pet');
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['pending', 'sold'],
  );
  await bystander.end();
});

test('a writer waits neither for readers of the feed nor for events of open transactions', async (t) => {
  const { database, clock } = await openStoreOf(t);
  const held = new Held(database);
  await held.begin((db) => createPet(db, { name: 'held', categoryId: 1n }, null, change(clock)));
  await database.write((db) => createPet(db, { name: 'free', categoryId: 2n }, null, change(clock)));
  const { events } = await readEvents(database, { after: 0n, limit: 10, viewer: MANAGER });
  assert.equal(events.length, 1);
  await held.end();
});

test('both of two deadlocked transactions are done', async (t) => {
  const { database } = await openStoreOf(t);
  for (const id of [1n, 2n]) {
    await database.write((db) => db.insertInto('categories').values({ id, name: '0' }).execute());
  }
  let arrived = 0;
  let both: () => void = () => {};
  const together = new Promise<void>((resolve) => {
    both = resolve;
  });
  const addOne = (first: bigint, second: bigint) =>
    database.write(async (db) => {
      const add = (id: bigint) =>
        sql`update categories set name = name::int + 1 where id = ${id}`.execute(db);
      await add(first);
      arrived += 1;
      if (arrived === 2) both();
      await together;
      await add(second);
    });
  await Promise.all([addOne(1n, 2n), addOne(2n, 1n)]);
  const rows = await database.read.selectFrom('categories').select('name').execute();
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['2', '2'],
  );
});

test('an animal that is restored while the entries of its removal leave the search is found again', async (t) => {
  const service = await startService(t, { store: await freshStore(t) });
  const { id, key } = await service.account({ ...UNLIMITED, role: 'manager' });
  const petId = await addPet(service, key, { name: 'Bella' });
  assert.equal((await service.send(`/v1/pets/${petId}`, { method: 'DELETE', key })).status, 204);
  const account = { id, name: 'shelter', plan: 'business', role: 'manager', customQuota: undefined } as const;
  const asked = { petId: BigInt(petId), account };
  const restoring = new Held(service.database);
  await restoring.begin((db) => restorePet(db, asked, change(service.clock), service.url));
  const removing = service.database.write((db) => removeStale(db, 1_000));
  await isWaiting(service.database);
  await restoring.end();
  await removing;
  const [found] = await readAll(service, key, '/v1/listings?q=bella');
  assert.equal(at(found, 'pet', 'id'), petId);
});

type Work<T> = Parameters<Database['write']>[0] extends (db: infer Db) => unknown
  ? (db: Db) => Promise<T>
  : never;

/** A transaction that stays open until `end`. */
class Held {
  readonly #database: Database;
  #finish: () => void = () => {};
  #done: Promise<unknown> = Promise.resolve();
  #db: Parameters<Work<unknown>>[0] | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Does the work and leaves the transaction open. */
  begin(work: Work<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const finished = new Promise<void>((end) => {
        this.#finish = end;
      });
      this.#done = this.#database.write(async (db) => {
        this.#db = db;
        await work(db);
        resolve();
        await finished;
      });
      this.#done.catch(reject);
    });
  }

  go<T>(work: Work<T>): Promise<T> {
    assert.ok(this.#db !== undefined);
    return work(this.#db);
  }

  async end(): Promise<void> {
    this.#finish();
    await this.#done;
  }
}

/** Resolves when a transaction waits for a lock. */
async function isWaiting({ read }: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(read);
    if (rows.length > 0) return;
  }
}

function change(clock: FakeClock) {
  return { actor: null, at: clock.now() };
}

function namesOf({ events }: { events: readonly { body: string }[] }): unknown[] {
  return events.map(({ body }) => JSON.parse(body).name);
}

function byNumber(one: unknown, other: unknown): number {
  return Number(one) - Number(other);
}
