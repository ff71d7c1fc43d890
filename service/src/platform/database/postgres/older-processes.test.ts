// Needs PostgreSQL or Valkey.
// Waits for processes.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { oldPostgres } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import pg from 'pg';
import { takePostgresInstanceLock } from './instance-lock.ts';
import { readMigrations } from './postgres.ts';

/** The statement by which 1.0.0 and 1.1.0 take the instance lock, on a connection with this name. */
const OLDER_LOCK = 'select pg_try_advisory_lock_shared(7240115031)';
const OLDER_NAME = 'petstore serve';

async function connect(t: TestContext, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: OLDER_NAME });
  await client.connect();
  t.after(() => client.end());
  return client;
}

test('a migration that contracts refuses beside a process of 1.0.0, and runs when that has stopped', async (t) => {
  const url = await oldPostgres(t, '0004');
  const older = await connect(t, url);
  await older.query(OLDER_LOCK);
  const { rows } = await older.query(
    'select client_port as port from pg_stat_activity where pid = pg_backend_pid()',
  );
  await assert.rejects(openStore(t, url), (error) => {
    assert.ok(error instanceof Error);
    const [, port] =
      /^The store needs the migration 0009-closed-orders, .* still serve it: 127\.0\.0\.1 port (\d+) \(since 20.*Z\)\. Stop them/.exec(
        error.message,
      ) ?? [];
    return Number(port) === rows[0].port;
  });
  assert.deepEqual((await readMigrations(url)).at(-1), '0003-events-of-a-pet');
  await older.query('select pg_advisory_unlock_shared(7240115031)');
  await openStore(t, url);
});

test('migrations that expand run beside a process of 1.1.0', async (t) => {
  const url = await oldPostgres(t, '0019');
  await (await connect(t, url)).query(OLDER_LOCK);
  await openStore(t, url);
});

test('a migration that contracts runs beside processes of this version', async (t) => {
  const url = await oldPostgres(t, '0004');
  t.after((await takePostgresInstanceLock(url, 'shared', () => {})) ?? assert.fail('the lock is free'));
  await openStore(t, url);
});

test('a migration lets others use a table while it waits for a lock of it, and runs when the lock is released', async (t) => {
  const url = await oldPostgres(t, '0019');
  const [holder, other] = [await connect(t, url), await connect(t, url)];
  await holder.query('begin; lock table events in row exclusive mode');
  const opened = openStore(t, url);
  const waiting = `select 1 from pg_locks where not granted and relation = 'events'::regclass`;
  for (const isWaiting of [true, false, true]) {
    await until(async () => (await other.query(waiting)).rowCount === Number(isWaiting));
  }
  await other.query('select count(*) from events');
  await holder.query('commit');
  await opened;
});

test('a process of an older version that starts during a migration finds that migration', async (t) => {
  const url = await oldPostgres(t, '0009');
  const [holder, older] = [await connect(t, url), await connect(t, url)];
  // The migration has locked its table when it waits for this one.
  await holder.query('begin; lock table orders in access exclusive mode');
  const opened = openStore(t, url);
  const waiting = `select 1 from pg_locks where not granted and relation = 'orders'::regclass`;
  await until(async () => (await holder.query(waiting)).rowCount === 1);
  const read = older.query('select name from kysely_migration order by name desc limit 1');
  await holder.query('commit');
  await opened;
  assert.notEqual((await read).rows[0].name, '0008-environment');
});
