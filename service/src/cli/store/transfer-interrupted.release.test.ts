import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@petstore/testing/commands.ts';
import { addAwkwardRows } from '@petstore/testing/fixtures/awkward-rows.ts';
import { contentOf, filledStore, type IdleStore } from '@petstore/testing/fixtures/transfer.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import pg from 'pg';

const PROGRAM = fileURLToPath(new URL('../../../../bin/petstore.js', import.meta.url));
/** The id of the advisory lock that blocks a transfer. */
const GATE = 1;
/** The tables at which a transfer is killed. */
const TABLES = ['accounts', 'pets', 'idempotency_keys'];

/** Creates a database with a gate, at which inserts into a table wait while it is closed. */
async function gatedDatabase(t: TestContext) {
  const url = await freshDatabase(t);
  const target = await openStore(t, url);
  const gate = new pg.Client({ connectionString: url });
  await gate.connect();
  t.after(() => gate.end());
  await gate.query(`create function wait_at_gate() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(${GATE}); return null; end'`);
  /** Waits for a transaction that has passed the gate and whose client was killed. */
  const close = async (table: string) => {
    for (const name of TABLES) await gate.query(`drop trigger if exists gate on ${name}`);
    await gate.query(`create trigger gate before insert on ${table}
      for each statement execute function wait_at_gate()`);
    await gate.query('select pg_advisory_lock($1)', [GATE]);
  };
  const open = () => gate.query('select pg_advisory_unlock($1)', [GATE]);
  const isReached = async () => {
    const { rows } = await gate.query(
      `select 1 from pg_locks join pg_database on database = pg_database.oid
      where datname = current_database() and locktype = 'advisory' and not granted`,
    );
    return rows.length > 0;
  };
  const others = async () => {
    const { rows } = await gate.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map(({ name }) => name);
  };
  return { url, target, close, open, isReached, others };
}

/** Starts the real program. */
function startTransfer(t: TestContext, { store }: IdleStore, to: string) {
  const args = [PROGRAM, '--database', store, 'transfer', '--to', to];
  // An empty environment, so that no variable can change the test.
  const child = spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'ignore', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

test(`a transfer blocks other writers; killed while it writes ${TABLES.join(', ')}, it leaves no rows and can be repeated`, async (t) => {
  const from = await filledStore(t);
  await addAwkwardRows(t, from);
  const { url, target, close, open, isReached, others } = await gatedDatabase(t);
  const untouched = await contentOf(target);
  for (const table of TABLES) {
    await close(table);
    const child = startTransfer(t, from, url);
    await until(isReached);
    const write = sql`lock table pets in row exclusive mode nowait`;
    await assert.rejects(
      target.write((db) => write.execute(db)),
      /busy/,
    );

    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(async () => !(await others()).includes('petstore serve'));
    assert.deepEqual(await contentOf(target), untouched, table);
    await open();
  }

  const { status, err } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: url });
  assert.deepEqual([status, err], [0, '']);
  assert.deepEqual(await contentOf(target), await contentOf(await openStore(t, from.store)));
});

test('transfers 20,000 imported animals and their events in order', async (t) => {
  const animals = 20_000n;
  const from = await filledStore(t);
  const source = await openStore(t, from.store);
  await source.write(async (db) => {
    const numbers = sql`with recursive numbers(n) as (select 10 union all select n + 1 from numbers where n < ${animals + 9n})`;
    await sql`insert into pets (id, name, name_order, category_id, owner_id)
      ${numbers} select n, 'Frank ' || n, 'frank ' || n, n % 7, 1 from numbers`.execute(db);
    // Upper and lower case are mixed in a linguistic order, and separate in the order of bytes.
    await sql`insert into imported_pets (owner_id, reference, pet_id, name, category_id)
      ${numbers} select 1, iif(n % 2, 'A', 'a') || n, n, 'Frank', 1 from numbers`.execute(db);
    await sql`insert into events (type, at, body, pet_id)
      ${numbers} select 'pet.created', n, '{}', n from numbers`.execute(db);
  });
  const to = await freshDatabase(t);
  const startedAt = performance.now();
  const { status, err } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: to });
  const seconds = (performance.now() - startedAt) / 1000;
  assert.deepEqual([status, err], [0, '']);
  const content = await contentOf(await openStore(t, to));
  assert.deepEqual(content, await contentOf(source));
  const rows = Object.values(content).flat().length;
  t.diagnostic(`${rows} rows in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} rows/s, read back`);
});
