// Takes long.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { type SendOptions, send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { noPgBouncer, type PgBouncer, startPgBouncer } from '@petstore/testing/servers/pgbouncer.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { parseConfig } from '../../src/platform/config/config.ts';
import { readSnapshot } from '../../src/platform/database/long-transactions.ts';
import {
  isPostgresServed,
  takePostgresInstanceLock,
} from '../../src/platform/database/postgres/instance-lock.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { openDatabase } from '../../src/server/open-database.ts';
import { importApi } from '../api/imports/import-fixture.ts';
import { PICTURE, PICTURE_HEADERS } from '../api/photos/photo-fixture.ts';

/** The service on PostgreSQL behind PgBouncer in transaction mode. */

/** Connections to PostgreSQL for both processes together, which have 32 connections to PgBouncer. */
const POOL_SIZE = 5;
const CLIENTS = 16;
const IGNORED =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';

async function newPlace(t: TestContext, settings: readonly string[] = []) {
  const direct = await freshStore(t);
  const pooler = await startPgBouncer(t, direct, [`default_pool_size = ${POOL_SIZE}`, ...settings]);
  return { direct, pooler, env: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct } };
}

/** Two processes with an account of an admin. A request goes to one of them in turn. */
async function serveTwo(t: TestContext, settings: readonly string[] = []) {
  const place = await newPlace(t, settings);
  const env = { ...place.env, VALKEY_URL: await freshValkey(t), VALKEY_TIMEOUT_MS: '30000' };
  const processes = await Promise.all([serveProcess(t, env), serveProcess(t, env)]);
  const { key } = await withStore(place.direct, (database) =>
    addAccount(database, 'Shelter', Date.now(), { ...UNLIMITED, role: 'admin' }),
  );
  let sent = 0;
  const service = {
    send: (path: string, options: SendOptions = {}) => {
      sent += 1;
      return send(`${processes[sent % processes.length]?.url}${path}`, options);
    },
  };
  return { ...place, processes, service, key };
}

async function withStore<T>(
  url: string,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(parseConfig({ DATABASE_URL: url }));
  return work(database).finally(() => database.close());
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

/** Returns the connections to the database, apart from the one of this query. */
function sessionsOf(direct: string): Promise<Record<string, unknown>[]> {
  return query(
    direct,
    `select application_name as name, state from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/** Waits until nothing of the service is left in PgBouncer and PostgreSQL. */
async function assertNothingLeft({ direct, pooler }: { direct: string; pooler: PgBouncer }): Promise<void> {
  const database = new URL(direct).pathname.slice(1);
  await until(async () => {
    const clients = await pooler.show('show clients');
    return clients.every((client) => client.database !== database);
  });
  for (const { name, state } of await sessionsOf(direct))
    assert.deepEqual([name, state], ['petstore', 'idle']);
}

// Concurrently, because they mostly wait.
suite('behind PgBouncer in transaction mode', { skip: noPgBouncer || noValkey, concurrency: true }, () => {
  test('two processes list, create, order, import, store photos and share the feed', async (t) => {
    const { service, key, direct, processes, ...place } = await serveTwo(t);
    const petId = await addPet(service, key);
    await placeOrder(service, key, petId);
    const post = { method: 'POST', key, headers: PICTURE_HEADERS, body: PICTURE };
    const photo = await service.send(`/v1/pets/${petId}/photos`, post);
    assert.equal(photo.status, 201, photo.text);
    const imports = importApi(service, key);
    const { state } = await imports.ended(
      await imports.add({ file: 'id,name,kind\n1,Rex,Dog\n2,Tom,Cat\n' }),
    );
    assert.equal(state, 'done');
    const added = await Promise.all(Array.from({ length: 60 }, () => addPet(service, key)));
    const pets = await readAll(service, key, '/v1/pets?limit=100');
    assert.equal(pets.length, 3 + added.length);
    const events = await readAll(service, key, '/v1/events?limit=100');
    assert.deepEqual(events.map(({ id }) => id).slice(0, 3), [1, 2, 3]);
    assert.ok(events.length >= pets.length + 2);
    const pooled = (await sessionsOf(direct)).filter(({ name }) => name === 'petstore');
    assert.ok(pooled.length > 0 && pooled.length <= POOL_SIZE, `${pooled.length} connections`);
    for (const { status } of await Promise.all(processes.map((one) => one.stop()))) assert.equal(status, 0);
    await assertNothingLeft({ direct, ...place });
  });

  test('after a restart of PgBouncer under load, everything works and no connection is left', async (t) => {
    const { service, key, direct, pooler, processes } = await serveTwo(t);
    const state = { isOver: false, refused: 0, acknowledged: new Set<unknown>() };
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!state.isOver) {
        const body = { name: 'Frank', categoryId: 1 };
        const { status, json, text } = await service.send('/v1/pets', { method: 'POST', key, body });
        if (status === 201) state.acknowledged.add(at(json, 'id'));
        else {
          assert.equal(status, 503, text);
          state.refused += 1;
        }
      }
    });
    const grows = async (by: number) => {
      const before = state.acknowledged.size;
      await until(async () => state.acknowledged.size >= before + by);
    };
    await grows(100);
    await pooler.stop();
    await until(async () => state.refused >= CLIENTS);
    await pooler.start();
    await grows(200);
    state.isOver = true;
    await Promise.all(clients);
    const before = state.refused;
    const page = await service.send('/v1/pets?limit=1', { key });
    assert.equal(listOf(page).length, 1);
    const pets = new Set((await readAll(service, key, '/v1/pets?limit=100')).map(({ id }) => id));
    for (const id of state.acknowledged) assert.ok(pets.has(id), `pet ${id} was acknowledged`);
    // PostgreSQL would end a transaction that was left behind after 10 s.
    const began = performance.now();
    await until(async () => (await sessionsOf(direct)).every((session) => session.state === 'idle'));
    assert.ok(performance.now() - began < 5_000, 'no transaction is left');
    t.diagnostic(`${before} requests were refused, ${state.acknowledged.size} acknowledged`);
    for (const { status } of await Promise.all(processes.map((one) => one.stop()))) assert.equal(status, 0);
    await assertNothingLeft({ direct, pooler });
  });

  test('each transaction has its settings, and a read without a transaction cannot write', async (t) => {
    const { env } = await newPlace(t);
    const database = await openDatabase(parseConfig(env));
    t.after(() => database.close());
    const settings = sql<Record<string, string>>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    const expected = { statement: '5s', lock: '2s', idle: '10s' };
    // The end of a single query is sent with it.
    assert.deepEqual((await settings.execute(database.read)).rows, [{ ...expected, idle: '0' }]);
    const inSnapshot = await readSnapshot(database, (db) => settings.execute(db));
    assert.deepEqual(inSnapshot.rows, [{ ...expected, idle: '0' }], 'a snapshot may wait for files');
    assert.deepEqual(await database.write(async (db) => (await settings.execute(db)).rows), [expected]);
    await assert.rejects(
      database.read.deleteFrom('pets').execute(),
      /The store is read-only/,
      'a read cannot write',
    );
    // The connection of PostgreSQL has kept none of them for the next client.
    const limits = await query(env.DATABASE_URL, 'show statement_timeout');
    assert.deepEqual(limits, [{ statement_timeout: '0' }]);
  });

  test('queries wait for the connections that PgBouncer allows', async (t) => {
    const { env } = await newPlace(t, ['max_client_conn = 3']);
    const refused: unknown[] = [];
    const options = { poolerUrl: env.DATABASE_URL, onRefused: (one: unknown) => refused.push(one) };
    const database = await openPostgres(env.DATABASE_DIRECT_URL, 16, options);
    t.after(() => database.close());
    const one = sql`select 1`;
    await Promise.all(Array.from({ length: 20 }, () => one.execute(database.read)));
    await Promise.all(Array.from({ length: 20 }, () => database.write((db) => one.execute(db))));
    assert.ok(refused.length > 0);
  });

  for (const settings of [[], [IGNORED]]) {
    const how = settings.length === 0 ? 'refuses' : 'ignores';
    test(`without DATABASE_DIRECT_URL, a PgBouncer that ${how} settings is named and keeps no lock`, async (t) => {
      const { pooler, direct } = await newPlace(t, settings);
      const { host } = new URL(pooler.url);
      const message = `PostgreSQL at ${host} is a pooler such as PgBouncer in transaction mode: set DATABASE_DIRECT_URL to the address of PostgreSQL itself`;
      await assert.rejects(takePostgresInstanceLock(pooler.url, 'exclusive', fail), { message });
      assert.equal(await isPostgresServed(direct), false);
      // A command that takes no lock.
      if (how === 'refuses')
        await assert.rejects(openDatabase(parseConfig({ DATABASE_URL: pooler.url })), { message });
    });
  }

  test('in session mode, no DATABASE_DIRECT_URL is needed', async (t) => {
    const { pooler } = await newPlace(t, [IGNORED, 'pool_mode = session']);
    const release = await takePostgresInstanceLock(pooler.url, 'exclusive', fail);
    assert.equal(await isPostgresServed(pooler.url), true);
    await release?.();
  });

  test('a DATABASE_DIRECT_URL of another database is refused', async (t) => {
    const { env } = await newPlace(t);
    const other = { ...env, DATABASE_DIRECT_URL: await freshStore(t) };
    await assert.rejects(
      openDatabase(parseConfig(other)),
      /leads to another database than DATABASE_DIRECT_URL/,
    );
  });
});

function fail(): never {
  assert.fail('another process has the lock');
}
