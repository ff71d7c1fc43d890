// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { until } from '@petstore/testing/until.ts';
import pg from 'pg';
import type { Database } from '../database.ts';
import { openPostgres } from './postgres.ts';

/** The table as `pg_restore` makes it: the same rows in a new table. */
const RESTORE = `
  alter table accepted_servers rename to former_table;
  create table accepted_servers (like former_table including all);
  insert into accepted_servers select * from former_table;
  drop table former_table`;

/** Opens a store as a process that serves it does. */
async function open(t: TestContext, url: string) {
  const lines: string[] = [];
  const database = await openPostgres(url, 4, { serves: true, onFailover: (line) => lines.push(line) });
  t.after(() => database.close());
  return { database, lines };
}

async function connect(t: TestContext, connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  t.after(() => client.end());
  return client;
}

async function addAccount(database: Database): Promise<bigint> {
  const { id } = await database.write((db) =>
    db
      .insertInto('accounts')
      .values({ name: `${Math.random()}`, plan: 'free', role: 'member', created_at: 0n })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

/** Ends all connections of the service, as a failover does. */
async function disconnect(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await until(async () => (await client.query(others)).rowCount === 0);
}

test('of two processes that find a restored dump one skips ids, and the other goes on above them', async (t) => {
  const url = await freshStore(t);
  const [one, other] = [await open(t, url), await open(t, url)];
  assert.deepEqual([await addAccount(one.database), await addAccount(other.database)], [1n, 2n]);
  const admin = await connect(t, url);
  await admin.query(RESTORE);
  await disconnect(admin);
  const ids = await Promise.all([one, other, one, other].map(({ database }) => addAccount(database)));
  for (const id of ids) assert.ok(id > 1_000_000n, `${id}`);
  assert.equal(new Set(ids).size, 4);
  const lines = [...one.lines, ...other.lines];
  assert.equal(lines.length, 2, lines.join('\n'));
  assert.equal(
    lines.filter((line) => /The ids that they may have were skipped \(up to animal \d+/.test(line)).length,
    1,
  );
  assert.equal(lines.filter((line) => /another process has skipped the ids/.test(line)).length, 1);
  const { rowCount } = await admin.query('select from accepted_servers');
  assert.equal(rowCount, 2);
});

test('a process that starts on a restored dump skips ids before it serves, and logs it', async (t) => {
  const url = await freshStore(t);
  const admin = await connect(t, url);
  await admin.query(RESTORE);
  const { database, lines } = await open(t, url);
  assert.equal(lines.length, 1);
  assert.ok((await addAccount(database)) > 1_000_000n);
  const next = await open(t, url);
  assert.deepEqual(next.lines, []);
});

test('a command skips ids with its first write and prints it, and a command that only reads skips none', async (t) => {
  const url = await freshStore(t);
  const admin = await connect(t, url);
  await admin.query(RESTORE);
  const skipped = async () => (await admin.query('select from skipped_ids')).rowCount;
  assert.equal((await runCommand(url, ['accounts', 'list'])).err, '');
  assert.equal(await skipped(), 0);
  const { status, err } = await runCommand(url, ['accounts', 'create', 'City shelter', '--plan', 'free']);
  assert.equal(status, 0, err);
  assert.match(err, /^another PostgreSQL has taken over, or an earlier state was restored /);
  assert.equal(await skipped(), 8);
});

test('after lost connections to the same server ids continue', async (t) => {
  const url = await freshStore(t);
  const { database, lines } = await open(t, url);
  assert.equal(await addAccount(database), 1n);
  await disconnect(await connect(t, url));
  assert.equal(await addAccount(database), 2n);
  assert.deepEqual(lines, []);
});

test('the owner of a database needs no rights of a superuser', async (t) => {
  const url = new URL(await freshDatabase(t));
  const admin = await connect(t, url.href);
  const name = url.pathname.slice(1);
  const role = `owner_of_${name}`;
  await admin.query(`create role ${role} login password 'secret'`);
  await admin.query(`alter database ${name} owner to ${role}`);
  url.username = role;
  url.password = 'secret';
  const { database } = await open(t, url.href);
  assert.equal(await addAccount(database), 1n);
  await admin.query(`reassign owned by ${role} to petstore; drop owned by ${role}; drop role ${role}`);
});
