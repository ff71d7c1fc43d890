import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { takePostgresInstanceLock } from '../../database/postgres/instance-lock.ts';
import { takeInstanceLock } from '../../database/sqlite/instance-lock.ts';
import { appendEvents, latestEventId, readEvents } from '../../events/event-store.ts';
import { createPet, removePet } from '../../pets/pet-changes.ts';
import { addNastyRows, contentOf, type IdleStore, servedStore } from './transfer-fixture.ts';

const FRANK = { name: 'Frank', categoryId: 1n };
const CHANGE = { actor: null, at: 0 };
const MANAGER = { accountId: 1n, seesAll: true };

async function transferred(from: IdleStore, to: string): Promise<unknown> {
  const { status, json, err } = await runCommand(from.store, ['transfer', '--json'], { TRANSFER_TO_URL: to });
  assert.deepEqual([status, err], [0, '']);
  return json;
}

/** Runs the command, which must refuse in one line, and returns that line. */
async function refused(from: IdleStore, to: string, expected = 1): Promise<string> {
  const { status, out, err } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: to });
  assert.deepEqual([status, out], [expected, ''], err);
  assert.match(err, /^petstore: (?!unexpected).*\n$/);
  return err;
}

function addFrank(database: Database) {
  return database.write((db) => createPet(db, FRANK, null, CHANGE));
}

/** How many rows there are, without what the migrations made. */
async function rowsIn(database: Database): Promise<number> {
  const { event_feed: _feed, store_identity: _identity, ...others } = await contentOf(database);
  return Object.values(others).flat().length;
}

test('every row of every table arrives as it was, whatever is in it', async (t) => {
  const from = await servedStore(t);
  await addNastyRows(t, from);
  const to = await freshDatabase(t);
  const said = await transferred(from, to);
  const expected = await contentOf(await openStore(t, from.store));
  for (const [name, rows] of Object.entries(expected))
    assert.ok(rows.length > 0, `there is no row in ${name}`);
  assert.deepEqual(await contentOf(await openStore(t, to)), expected);
  const { host, pathname } = new URL(to);
  assert.partialDeepStrictEqual(said, {
    to: `postgres://${host}${pathname}`,
    alreadyTransferred: false,
    tables: { pets: { rows: expected.pets?.length }, event_feed: { rows: 1 } },
  });
});

test('people read what was transferred and how to serve it, and never the password', async (t) => {
  const from = await servedStore(t);
  const to = await freshDatabase(t);
  const { host, pathname, password } = new URL(to);
  const { status, out, err } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: to });
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, /^TABLE {2,}ROWS +SHA-256\naccounts +1 +[0-9a-f]{16}\n/);
  assert.ok(out.includes(`Everything was transferred to PostgreSQL ${host}${pathname} and verified.\n`), out);
  assert.ok(out.endsWith(`DATABASE_URL=postgres://…@${host}${pathname} petstore serve\n`), out);
  assert.ok(!out.includes(password), out);
});

test('ids go on after the highest that was ever given, by an animal that is gone too', async (t) => {
  const from = await servedStore(t);
  const source = await openStore(t, from.store);
  const newest = await addFrank(source);
  await source.write((db) => removePet(db, newest, CHANGE));
  const to = await freshDatabase(t);
  await transferred(from, to);
  const target = await openStore(t, to);
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

test('a store without animals is transferred, and its first animal is number 1', async (t) => {
  const store = sqliteIn(await temporaryFolder(t));
  await runCommand(store, ['accounts', 'create', 'Zoo', '--plan', 'free']);
  const to = await freshDatabase(t);
  await transferred({ store, path: '' }, to);
  assert.equal((await addFrank(await openStore(t, to))).id, 1n);
});

test('after the highest id that there can be comes no other', async (t) => {
  const from = await servedStore(t);
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

for (const [what, purged] of Object.entries({ 'all events': false, 'its beginning purged': true })) {
  test(`who follows the feed goes on where they were, with ${what}`, async (t) => {
    const from = await servedStore(t);
    const source = await openStore(t, from.store);
    const head = await latestEventId(source);
    const kept = purged ? head : 2n;
    await source.write(async (db) => {
      await db.deleteFrom('events').where('id', '<=', kept).execute();
      await db.updateTable('event_feed').set({ last_purged: kept }).execute();
    });
    const to = await freshDatabase(t);
    await transferred(from, to);
    const target = await openStore(t, to);
    const rest = { after: kept, limit: 100, viewer: MANAGER };
    assert.deepEqual(await readEvents(target, rest), await readEvents(source, rest));
    assert.equal(await latestEventId(target), head);
    const next = { type: 'pet.created', at: 0, actor: null, petId: 1n, body: '{}' } as const;
    await target.write((db) => appendEvents(db, [next]));
    const { events } = await readEvents(target, { ...rest, after: head });
    assert.deepEqual(
      events.map(({ id }) => id),
      [head + 1n],
    );
  });
}

test('what is written beside it arrives whole or not at all', async (t) => {
  const from = await servedStore(t);
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
    // SQLite is written in place: without this nothing else would have its turn.
    await nextTurn();
  }
  await transfer;
  const [there, after] = [await count(await openStore(t, to)), await count(source)];
  // Of the pets that `servedStore` added, one was removed.
  assert.equal(there.events, there.pets + 1n);
  assert.ok(there.pets >= before.pets && there.pets < after.pets, 'animals were added while it ran');
});

test('run again, it says that everything was transferred already', async (t) => {
  const from = await servedStore(t);
  await addNastyRows(t, from);
  const to = await freshDatabase(t);
  const first = await transferred(from, to);
  assert.ok(typeof first === 'object');
  assert.deepEqual(await transferred(from, to), { ...first, alreadyTransferred: true });
  const { status, out } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: to });
  assert.equal(status, 0);
  assert.match(out, /\nEverything is in PostgreSQL .* already: it was transferred before\.\n/);
});

const OTHERS: Record<string, (target: Database) => Promise<unknown>> = {
  'an animal more': addFrank,
  'another name': ({ write }) =>
    write((db) => db.updateTable('pets').set({ name: 'Other' }).where('id', '=', 1n).execute()),
  'another event of the feed': ({ write }) =>
    write((db) => db.updateTable('event_feed').set({ last_purged: 1n }).execute()),
};

for (const [what, change] of Object.entries(OTHERS)) {
  test(`a database that was used since is refused and left as it is: ${what}`, async (t) => {
    const from = await servedStore(t);
    const to = await freshDatabase(t);
    await transferred(from, to);
    const target = await openStore(t, to);
    await change(target);
    const before = await contentOf(target);
    const line = await refused(from, to);
    assert.match(line, /holds other data \(accounts: 1, .*pets: \d.*\): name an empty database with --to\n$/);
    assert.deepEqual(await contentOf(target), before);
  });
}

test('a database with other data is refused and left as it is', async (t) => {
  const to = await freshDatabase(t);
  await runCommand(to, ['accounts', 'create', 'Network', '--plan', 'free']);
  const target = await openStore(t, to);
  const before = await contentOf(target);
  const line = await refused(await servedStore(t), to);
  const { host, pathname, password } = new URL(to);
  assert.ok(line.includes(`PostgreSQL ${host}${pathname} holds other data (accounts: 1, api_keys: 1)`), line);
  assert.ok(!line.includes(password));
  assert.deepEqual(await contentOf(target), before);
});

test('what PostgreSQL keeps otherwise than it was is noticed, and nothing is kept', async (t) => {
  const to = await freshDatabase(t);
  const target = await openStore(t, to);
  await target.write(async (db) => {
    await sql`create function upper_name() returns trigger language plpgsql
      as 'begin new.name := upper(new.name); return new; end'`.execute(db);
    await sql`create trigger upper_name before insert on pets
      for each row execute function upper_name()`.execute(db);
  });
  assert.match(await refused(await servedStore(t), to), /pets came back .* otherwise than it was sent/);
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

test('what PostgreSQL cannot keep is named, and nothing is kept', async (t) => {
  const from = await servedStore(t);
  const source = await openStore(t, from.store);
  await source.write((db) => db.insertInto('pets').values({ name: 'a\0b', category_id: 1n }).execute());
  const to = await freshDatabase(t);
  assert.match(await refused(from, to), /does not take a row of pets \(.*0x00\): nothing was kept there/);
  assert.equal(await rowsIn(await openStore(t, to)), 0);
});

test('a store that is served is not transferred', async (t) => {
  const from = await servedStore(t);
  const release = takeInstanceLock(from.path);
  t.after(() => release?.());
  const to = await freshDatabase(t);
  const line = await refused(from, to);
  assert.ok(line.includes(`is using ${from.path}: stop it first`), line);
});

for (const mode of ['exclusive', 'shared'] as const) {
  test(`refuses to transfer to a database whose ${mode} instance lock is held`, async (t) => {
    const from = await servedStore(t);
    const to = await freshDatabase(t);
    const release = await takePostgresInstanceLock(to, mode, () => {});
    t.after(() => release?.());
    const line = await refused(from, to);
    const { host, pathname } = new URL(to);
    assert.ok(line.includes(`is using PostgreSQL ${host}${pathname}: stop it first`), line);
    await release?.();
    await transferred(from, to);
  });
}

test('where there is no store, none is made', async (t) => {
  const folder = await temporaryFolder(t);
  const line = await refused({ store: sqliteIn(folder), path: '' }, await freshDatabase(t));
  assert.match(line, /there is no store at .*petstore\.db: name another with --database sqlite:FILE/);
  assert.deepEqual(await readdir(folder), []);
});

test('a store in PostgreSQL is not transferred', async (t) => {
  const to = await freshDatabase(t);
  const line = await refused({ store: to, path: '' }, to, 2);
  assert.match(line, /transfer copies from a SQLite file, and the store is PostgreSQL 127/);
});

test('an address that is none of PostgreSQL is wrong usage', async (t) => {
  const from = await servedStore(t);
  for (const to of ['other.db', 'sqlite:other.db', 'mysql://u:secret@host/db', 'postgres://u:secret@host/']) {
    const line = await refused(from, to, 2);
    assert.match(
      line,
      /TRANSFER_TO_URL is no address .*: write postgres:\/\/USER:PASSWORD@HOST:5432\/NAME\n$/,
    );
  }
  assert.ok(!existsSync('other.db'));
  const { status, err } = await runCommand(from.store, ['transfer']);
  assert.equal(status, 2);
  assert.match(err, /^petstore: name an empty database with --to .* or in TRANSFER_TO_URL\n$/);
});

test('a server that cannot be reached is named, and the store can be served again', async (t) => {
  const from = await servedStore(t);
  const line = await refused(from, 'postgres://petstore:secret@127.0.0.1:1/petstore');
  assert.match(line, /PostgreSQL at 127\.0\.0\.1:1 cannot be used/);
  assert.doesNotMatch(line, /secret/);
  const release = takeInstanceLock(from.path);
  assert.ok(release);
  release();
});

test('--to works too, and a password in it is a warning that does not repeat it', async (t) => {
  const from = await servedStore(t);
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
