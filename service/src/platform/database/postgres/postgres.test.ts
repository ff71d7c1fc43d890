// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { removeTimeLimit } from '../long-transactions.ts';
import { openPostgres, postgresQueries } from './postgres.ts';
import { Connections } from './postgres-connections.ts';

test('rejects a database that is not UTF-8, with the command that creates one', async (t) => {
  const url = new URL(await freshDatabase(t));
  const name = `latin_${url.pathname.slice(1)}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(
    `create database ${name} encoding 'LATIN1' locale 'C' locale_provider libc template template0`,
  );
  const latin = new URL(url);
  latin.pathname = name;
  await assert.rejects(
    openPostgres(latin.href, 2),
    /its encoding is LATIN1: create the database with "createdb --encoding=UTF8/,
  );
  await admin.query(`drop database ${name}`);
  await admin.end();
});

test('explains to the operator that a database or a server does not exist', async (t) => {
  const url = new URL(await freshDatabase(t));
  url.pathname = 'missing';
  await assert.rejects(
    openPostgres(url.href, 2),
    /has no database missing: create it with "createdb missing"/,
  );
  url.port = '1';
  await assert.rejects(openPostgres(url.href, 2), /cannot be used .*: start it, or check its URL$/);
});

test('each database has its own identifier', async (t) => {
  const [one, other] = [await freshDatabase(t), await freshDatabase(t)];
  const identifiers = [];
  for (const url of [one, other, one]) {
    const database = await openPostgres(url, 2);
    identifiers.push(database.installation);
    await database.close();
  }
  assert.equal(identifiers[0], identifiers[2]);
  assert.notEqual(identifiers[0], identifiers[1]);
});

test('with one connection, reads and writes share it', async (t) => {
  const url = await freshDatabase(t);
  const database = await openPostgres(url, 1);
  t.after(() => database.close());
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  t.after(() => admin.end());
  const connections = async () => {
    const { rowCount } = await admin.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'petstore'",
    );
    return rowCount;
  };
  const seen: unknown[] = [];
  await Promise.all([
    database.write(async () => seen.push(await connections())),
    database.read.selectFrom('pets').select('id').execute(),
    database.write((queries) => queries.selectFrom('pets').select('id').execute()),
  ]);
  assert.deepEqual([...seen, await connections()], [1, 1]);
});

test('only a transaction without a time limit waits longer than the limits of the server and of the client', async (t) => {
  const timeouts = { connection: 30_000, statement: 400, lock: 0 };
  const queries = postgresQueries(new Connections(await freshDatabase(t), 'write', 1, timeouts));
  t.after(() => queries.destroy());
  const slow = sql`select pg_sleep(1.6)`;
  await queries.transaction().execute(async (transaction) => {
    await removeTimeLimit(transaction);
    await slow.execute(transaction);
  });
  await assert.rejects(
    queries.transaction().execute((transaction) => slow.execute(transaction)),
    {
      code: 'service_unavailable',
    },
  );
});

test('a lock or a statement that takes too long is 503 with Retry-After', async (t) => {
  const url = await freshDatabase(t);
  const patient = { connection: 30_000, statement: 0, lock: 0 };
  const holder = postgresQueries(new Connections(url, 'write', 1, patient));
  const impatient = postgresQueries(
    new Connections(url, 'write', 2, { ...patient, statement: 100, lock: 50 }),
  );
  t.after(() => Promise.all([holder.destroy(), impatient.destroy()]));
  await sql`create table locked (id int)`.execute(holder);
  const busy = {
    code: 'service_unavailable',
    message: 'The store is busy. Try again in a moment.',
    headers: { 'Retry-After': '1' },
  };
  await holder.transaction().execute(async (transaction) => {
    await sql`lock table locked in access exclusive mode`.execute(transaction);
    await assert.rejects(sql`select id from locked`.execute(impatient), busy);
  });
  await assert.rejects(sql`select pg_sleep(10)`.execute(impatient), busy);
});
