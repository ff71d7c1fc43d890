// Needs PostgreSQL or Valkey.
// Waits for processes.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { until } from '@petstore/testing/until.ts';
import pg from 'pg';
import { type LockMode, takePostgresInstanceLock } from './instance-lock.ts';

test('an exclusive lock rejects all others until it is released', async (t) => {
  const url = await freshDatabase(t);
  const release = await take(t, url, 'exclusive');
  assert.ok(release !== undefined);
  assert.equal(await take(t, url, 'exclusive'), undefined);
  assert.equal(await take(t, url, 'shared'), undefined);
  await release();
  assert.ok(await take(t, url, 'shared'));
});

test('shared locks reject an exclusive one', async (t) => {
  const url = await freshDatabase(t);
  assert.ok(await take(t, url, 'shared'));
  assert.ok(await take(t, url, 'shared'));
  assert.equal(await take(t, url, 'exclusive'), undefined);
});

test('the databases of one server have separate locks', async (t) => {
  assert.ok(await take(t, await freshDatabase(t), 'exclusive'));
  assert.ok(await take(t, await freshDatabase(t), 'exclusive'));
});

test('takes the lock again after its connection broke', async (t) => {
  const url = await freshDatabase(t);
  assert.ok(await take(t, url, 'exclusive'));
  await cut(url);
  await until(async () => (await connections(url)) > 0);
  assert.equal(await take(t, url, 'exclusive'), undefined);
});

test('reports once that another process took the lock in between', async (t) => {
  const url = await freshDatabase(t);
  let reports = 0;
  await take(t, url, 'exclusive', () => {
    reports += 1;
  });
  await cut(url);
  const other = await take(t, url, 'exclusive');
  assert.ok(other !== undefined);
  await until(async () => reports > 0);
  await other();
  await until(async () => (await connections(url)) > 0);
  assert.equal(reports, 1);
});

test('explains to the operator that the server does not respond', async () => {
  const url = 'postgres://petstore:secret@127.0.0.1:1/pets';
  await assert.rejects(
    takePostgresInstanceLock(url, 'exclusive', () => {}),
    (error) =>
      error instanceof Error && /^PostgreSQL at 127.0.0.1:1 cannot be used .*: start it/.test(error.message),
  );
});

async function take(t: TestContext, url: string, mode: LockMode, onStolen = () => {}) {
  const release = await takePostgresInstanceLock(url, mode, onStolen);
  if (release !== undefined) t.after(release);
  return release;
}

const OF_LOCKS = "datname = current_database() and application_name = 'petstore serve'";

/** Ends the connections that hold a lock, as a restart of the server does. */
async function cut(url: string): Promise<void> {
  await ask(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${OF_LOCKS}`);
}

async function connections(url: string): Promise<number> {
  const held = `pid in (select pid from pg_locks where locktype = 'advisory' and granted)`;
  const [row] = await ask(
    url,
    `select count(*)::int as n from pg_stat_activity where ${OF_LOCKS} and ${held}`,
  );
  return Number(row?.n);
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
