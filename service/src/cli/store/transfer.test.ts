// Needs PostgreSQL or Valkey.
// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addPet } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { addAwkwardRows } from '@petstore/testing/fixtures/awkward-rows.ts';
import { contentOf, filledStore, rejected, transferred } from '@petstore/testing/fixtures/transfer.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { startService } from '@petstore/testing/service.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { createPet, removePet } from '../../catalogue/pets/pet-changes.ts';
import { lockMarked, markStale } from '../../catalogue/search/stale-entries.ts';
import { addReceiving } from '../../exchange/import-export/jobs/job-queries.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { readTransferTables } from '../../platform/database/transfer/transfer-tables.ts';
import { latestEventId } from '../../record/events/event-ids.ts';
import { appendEvents, readEvents } from '../../record/events/event-queries.ts';

const FRANK = { name: 'Frank', categoryId: 1n };
const CHANGE = { actor: null, at: 0 };
const MANAGER = { accountId: 1n, seesAll: true };

function addFrank(database: Database) {
  return database.write((db) => createPet(db, FRANK, null, CHANGE));
}

/** Counts the rows, without those that the migrations add. */
async function rowsIn(database: Database): Promise<number> {
  const { event_feed: _feed, store_identity: _identity, ...others } = await contentOf(database);
  return Object.values(others).flat().length;
}

test('copies every row of every table exactly, whatever it contains', async (t) => {
  const from = await filledStore(t);
  await addAwkwardRows(t, from);
  const to = await freshDatabase(t);
  const result = await transferred(from, to);
  const expected = await contentOf(await openStore(t, from.store));
  for (const [name, rows] of Object.entries(expected)) assert.ok(rows.length > 0, `${name} has no rows`);
  assert.deepEqual(await contentOf(await openStore(t, to)), expected);
  const { host, pathname } = new URL(to);
  assert.partialDeepStrictEqual(result, {
    to: `postgres://${host}${pathname}`,
    alreadyTransferred: false,
    tables: { pets: { rows: expected.pets?.length }, event_feed: { rows: 1 } },
  });
});

test('prints the transferred tables and how to serve them, but not the password', async (t) => {
  const from = await filledStore(t);
  const to = await freshDatabase(t);
  const { host, pathname, password } = new URL(to);
  const { status, out, err } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: to });
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, /^TABLE {2,}ROWS +SHA-256\naccounts +1 +[0-9a-f]{16}\n/);
  assert.ok(out.includes(`Everything was transferred to PostgreSQL ${host}${pathname} and verified.\n`), out);
  assert.ok(out.endsWith(`DATABASE_URL=postgres://…@${host}${pathname} petstore serve\n`), out);
  assert.ok(!out.includes(password), out);
});

/** Marks one more entry of the search, and returns all marks. */
async function markAnother(db: Queries, petId: bigint) {
  await markStale(db, [{ petId, prefixes: ['fr'] }]);
  return lockMarked(db, 100);
}

test('ids continue after the highest one ever assigned, even that of a removed animal', async (t) => {
  const from = await filledStore(t);
  const source = await openStore(t, from.store);
  const newest = await addFrank(source);
  await source.write((db) => removePet(db, newest, CHANGE));
  const importId = await source.write((db) => addReceiving(db, 1n, CHANGE.at));
  const to = await freshDatabase(t);
  await transferred(from, to);
  const target = await openStore(t, to);
  assert.equal(await target.write((db) => addReceiving(db, 1n, CHANGE.at)), (importId ?? 0n) + 1n);
  const { marks } = await source.write((db) => lockMarked(db, 100));
  assert.equal((await target.write((db) => markAnother(db, newest.id))).marks.length, marks.length + 1);
  assert.equal((await addFrank(target)).id, newest.id + 1n);
  const [account, order] = await target.write(async (db) => [
    await db
      .insertInto('accounts')
      .values({ name: 'new', plan: 'free', role: 'reader', created_at: 0n })
      .returning('id')
      .executeTakeFirst(),
    await db
      .insertInto('orders')
      .values({ pet_id: 99n, account_id: 1n, status: 'placed', placed_at: 0n, updated_at: 0n })
      .returning('id')
      .executeTakeFirst(),
  ]);
  assert.deepEqual([account?.id, order?.id], [2n, 2n]);
});

test('transfers a store without animals, whose first animal then gets id 1', async (t) => {
  const store = sqliteIn(await temporaryFolder(t));
  await runCommand(store, ['accounts', 'create', 'Zoo', '--plan', 'free']);
  const to = await freshDatabase(t);
  await transferred({ store, path: '' }, to);
  assert.equal((await addFrank(await openStore(t, to))).id, 1n);
});

test('fails to add an animal after the highest possible id', async (t) => {
  const from = await filledStore(t);
  const source = await openStore(t, from.store);
  await source.write((db) =>
    db
      .insertInto('pets')
      .values({ id: 2n ** 63n - 1n, name: 'Frank', category_id: 1n })
      .execute(),
  );
  const to = await freshDatabase(t);
  await transferred(from, to);
  await assert.rejects(addFrank(await openStore(t, to)), /maximum value/);
});

for (const [what, purged] of Object.entries({ 'all events': false, 'its oldest events purged': true })) {
  test(`the feed continues at the same position, with ${what}`, async (t) => {
    const from = await filledStore(t);
    const source = await openStore(t, from.store);
    const latest = await latestEventId(source);
    const lastPurged = purged ? latest : 2n;
    await source.write(async (db) => {
      await db.deleteFrom('events').where('id', '<=', lastPurged).execute();
      await db.updateTable('event_feed').set({ last_purged: lastPurged }).execute();
    });
    const to = await freshDatabase(t);
    await transferred(from, to);
    const target = await openStore(t, to);
    const rest = { after: lastPurged, limit: 100, viewer: MANAGER };
    assert.deepEqual(await readEvents(target, rest), await readEvents(source, rest));
    assert.equal(await latestEventId(target), latest);
    const next = { type: 'pet.created', at: 0, actor: null, petId: 1n, body: '{}' } as const;
    await target.write((db) => appendEvents(db, [next]));
    const { events } = await readEvents(target, { ...rest, after: latest });
    assert.deepEqual(
      events.map(({ id }) => id),
      [latest + 1n],
    );
  });
}

test('copies each concurrent write completely or not at all', async (t) => {
  const from = await filledStore(t);
  const source = await openStore(t, from.store);
  const count = async ({ read }: Database) => {
    const { rows } = await sql<{ pets: bigint; events: bigint }>`
      select (select count(*) from pets) as pets,
        (select count(*) from events where type = 'pet.created') as events`.execute(read);
    return rows[0] ?? { pets: 0n, events: 0n };
  };
  const before = await count(source);
  const to = await freshDatabase(t);
  let ended = false;
  const transfer = transferred(from, to).finally(() => {
    ended = true;
  });
  while (!ended) {
    await addFrank(source);
    // SQLite writes block the event loop; this lets the transfer continue.
    await nextTurn();
  }
  await transfer;
  const [copied, after] = [await count(await openStore(t, to)), await count(source)];
  // `filledStore` removed one of its pets.
  assert.equal(copied.events, copied.pets + 1n);
  assert.ok(copied.pets >= before.pets && copied.pets < after.pets, 'animals were added during the transfer');
});

test('a second run prints that everything was already transferred', async (t) => {
  const from = await filledStore(t);
  const to = await freshDatabase(t);
  const first = await transferred(from, to);
  assert.ok(typeof first === 'object');
  assert.deepEqual(await transferred(from, to), { ...first, alreadyTransferred: true });
  const { status, out } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: to });
  assert.equal(status, 0);
  assert.match(out, /\nEverything was already transferred to PostgreSQL .* earlier\.\n/);
});

test('fails and rolls back if PostgreSQL stores a value differently', async (t) => {
  const to = await freshDatabase(t);
  const target = await openStore(t, to);
  await target.write(async (db) => {
    await sql`create function upper_name() returns trigger language plpgsql
      as 'begin new.name := upper(new.name); return new; end'`.execute(db);
    await sql`create trigger upper_name before insert on pets
      for each row execute function upper_name()`.execute(db);
  });
  assert.match(await rejected(await filledStore(t), to), /changed rows of pets: nothing was written there/);
  assert.equal(await rowsIn(target), 0);
  const id = await target.write((db) =>
    db
      .insertInto('accounts')
      .values({ name: 'a', plan: '', role: '', created_at: 0n })
      .returning('id')
      .execute(),
  );
  assert.deepEqual(id, [{ id: 1n }]);
});

test('fails and rolls back if PostgreSQL cannot store a value', async (t) => {
  const from = await filledStore(t);
  const source = await openStore(t, from.store);
  await source.write((db) => db.insertInto('pets').values({ name: 'a\0b', category_id: 1n }).execute());
  const to = await freshDatabase(t);
  assert.match(await rejected(from, to), /rejects a row of pets \(.*0x00\): nothing was written there/);
  assert.equal(await rowsIn(await openStore(t, to)), 0);
});

test('accepts --to, and warns about a password in it without printing it', async (t) => {
  const from = await filledStore(t);
  const to = new URL(await freshDatabase(t));
  const { password } = to;
  const warned = await runCommand(from.store, ['transfer', '--to', to.href]);
  assert.equal(warned.status, 0);
  assert.match(
    warned.err,
    /^petstore: other users of this machine can see the password in --to: .*TRANSFER_TO_URL/,
  );
  assert.ok(!warned.err.includes(password));
  to.password = '';
  const { err } = await runCommand(from.store, ['transfer', '--to', to.href]);
  assert.doesNotMatch(err, /can see the password/);
});

test('export and import move a store to PostgreSQL, and print a key that works there', async (t) => {
  const from = await filledStore(t);
  const folder = join(await temporaryFolder(t), 'everything');
  const written = await runCommand(from.store, ['export', folder]);
  assert.equal(written.status, 0, written.err);
  assert.match(written.out, /\npets\.ndjson +3\n(.*\n)*Everything was exported to /);
  const to = await freshDatabase(t);
  const { status, json, err } = await runCommand(to, ['import', folder, '--json']);
  assert.equal(status, 0, err);
  const { key } = json as { key: string };
  const service = await startService(t, { store: to });
  assert.equal(await addPet(service, key), 5);
});

/** Tables of the migrator, and of what each store does for itself. */
const ONLY_IN_POSTGRES = /^(kysely_|category_deltas$|access_version$|accepted_servers$|outbox_lease$|stays$)/;

test('both engines have the same tables with the same columns and types, without those that they generate', async (t) => {
  const sqlite = await openStore(t, sqliteIn(await temporaryFolder(t)));
  const postgres = await openStore(t, await freshDatabase(t));
  const { rows } = await sql<{ name: string; columns: Record<string, string> }>`
    select table_name as name, json_object_agg(column_name, data_type) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name`.execute(postgres.read);
  const inPostgres = new Map(rows.map(({ name, columns }) => [name, columns]));
  // PostgreSQL has this extra column for the order of events without an id.
  delete inPostgres.get('events')?.sequence;
  const tables = await readTransferTables(sqlite.read);
  for (const { name, columns, key } of tables) {
    const expected = Object.fromEntries(columns.map((column) => [column.name, column.type]));
    assert.deepEqual(inPostgres.get(name), expected, name);
    assert.ok(key.length > 0, name);
    inPostgres.delete(name);
  }
  assert.deepEqual(
    [...inPostgres.keys()].filter((name) => !ONLY_IN_POSTGRES.test(name)),
    [],
  );
});
