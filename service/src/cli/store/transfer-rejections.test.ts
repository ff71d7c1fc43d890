// Needs PostgreSQL or Valkey.
// Waits for processes.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { contentOf, filledStore, rejected, transferred } from '@petstore/testing/fixtures/transfer.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { openStore } from '@petstore/testing/stores.ts';
import type { Database } from '../../platform/database/database.ts';
import { takePostgresInstanceLock } from '../../platform/database/postgres/instance-lock.ts';
import { takeInstanceLock } from '../../platform/database/sqlite/instance-lock.ts';

/** What `transfer` rejects before it copies anything. */

const CHANGES: Record<string, (target: Database) => Promise<unknown>> = {
  'another animal': ({ write }) =>
    write((db) => db.insertInto('pets').values({ name: 'Frank', category_id: 1n }).execute()),
  'another name': ({ write }) =>
    write((db) => db.updateTable('pets').set({ name: 'Other' }).where('id', '=', 1n).execute()),
  'another position of the feed': ({ write }) =>
    write((db) => db.updateTable('event_feed').set({ last_purged: 1n }).execute()),
};

test('rejects a target that changed since its transfer, and leaves it unchanged', async (t) => {
  const from = await filledStore(t);
  for (const [what, change] of Object.entries(CHANGES)) {
    const to = await freshDatabase(t);
    await transferred(from, to);
    const target = await openStore(t, to);
    await change(target);
    const before = await contentOf(target);
    assert.match(
      await rejected(from, to),
      /contains other data \(accounts: 1, .*pets: \d.*\): name an empty database with --to\n$/,
      what,
    );
    assert.deepEqual(await contentOf(target), before, what);
  }
});

test('rejects a target with other data, and leaves it unchanged', async (t) => {
  const to = await freshDatabase(t);
  await runCommand(to, ['accounts', 'create', 'Network', '--plan', 'free']);
  const target = await openStore(t, to);
  const before = await contentOf(target);
  const line = await rejected(await filledStore(t), to);
  const { host, pathname, password } = new URL(to);
  assert.ok(
    line.includes(`PostgreSQL ${host}${pathname} contains other data (accounts: 1, api_keys: 1, events: 1)`),
    line,
  );
  assert.ok(!line.includes(password));
  assert.deepEqual(await contentOf(target), before);
});

test('rejects a target whose instance lock is held', async (t) => {
  const from = await filledStore(t);
  const to = await freshDatabase(t);
  const { host, pathname } = new URL(to);
  for (const mode of ['exclusive', 'shared'] as const) {
    const release = await takePostgresInstanceLock(to, mode, () => {});
    t.after(() => release?.());
    const line = await rejected(from, to);
    assert.ok(line.includes(`is using PostgreSQL ${host}${pathname}: stop it first`), line);
    await release?.();
  }
  await transferred(from, to);
});

test('rejects a store in PostgreSQL', async (t) => {
  const to = await freshDatabase(t);
  const line = await rejected({ store: to, path: '' }, to, 2);
  assert.match(line, /transfer copies a SQLite file, but the store is PostgreSQL 127/);
});

test('rejects a target that is not a PostgreSQL URL (status 2)', async (t) => {
  const from = await filledStore(t);
  for (const to of ['other.db', 'sqlite:other.db', 'mysql://u:secret@host/db', 'postgres://u:secret@host/']) {
    const line = await rejected(from, to, 2);
    assert.match(
      line,
      /TRANSFER_TO_URL must be the URL .*, such as postgres:\/\/USER:PASSWORD@HOST:5432\/NAME\n$/,
    );
  }
  assert.ok(!existsSync('other.db'));
  const { status, err } = await runCommand(from.store, ['transfer']);
  assert.equal(status, 2);
  assert.match(
    err,
    /^petstore: the target is missing: name an empty database with --to .* or in TRANSFER_TO_URL\n$/,
  );
});

test('names a server that cannot be reached, and releases the store', async (t) => {
  const from = await filledStore(t);
  const line = await rejected(from, 'postgres://petstore:secret@127.0.0.1:1/petstore');
  assert.match(line, /PostgreSQL at 127\.0\.0\.1:1 cannot be used/);
  assert.doesNotMatch(line, /secret/);
  const release = takeInstanceLock(from.path);
  assert.ok(release);
  release();
});
