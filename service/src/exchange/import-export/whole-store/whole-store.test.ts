// Runs in npm run test:all only.
// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { addAwkwardRows } from '@petstore/testing/fixtures/awkward-rows.ts';
import { contentOf, filledStore } from '@petstore/testing/fixtures/transfer.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { startService } from '@petstore/testing/service.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { exportStore } from './export-store.ts';
import { type FillResult, fillStore } from './fill-store.ts';
import { StoreExport } from './store-export.ts';

const NOW = Date.UTC(2026, 10, 22);
const ignore = () => {};

async function exported(
  t: TestContext,
  database: Database,
  { withKeyDigests = false, withApplications = true } = {},
): Promise<string> {
  const folder = join(await temporaryFolder(t), 'export');
  await exportStore(database, folder, { withKeyDigests, withApplications, onRows: ignore });
  return folder;
}

async function fill(database: Database, folder: string): Promise<FillResult> {
  const source = await StoreExport.open(folder);
  await source.verify(async () => {}, ignore);
  return fillStore(database, source, { now: NOW, onRows: ignore });
}

/** Returns the texts of all files by their paths. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths
    .sort()
    .map(async (path) => [path.slice(folder.length), await readFile(path, 'latin1')] as const);
  return Object.fromEntries(await Promise.all(files));
}

/** What an export leaves out, or an import sets by itself. */
const NOT_EXPORTED = [
  'api_keys',
  'bans',
  'categories',
  'category_totals',
  'event_parts',
  'first_links',
  'form_keys',
  'idempotency_keys',
  'import_files',
  'imports',
  'key_uses',
  'invitations',
  'sessions',
  'session_tokens',
  'sign_in_attempts',
  'outbox',
  'outbox_lease',
  'day_counts',
  'sealed_settings',
  'name_trigrams',
  'passkeys',
  'publishing_runs',
  'publishing_photos',
  'person_identities',
  'quota_counters',
  'search_prefixes',
  'search_progress',
  'stale_prefixes',
  'webhook_deliveries',
  'partner_animals',
  'partner_photos',
  'webhooks',
];

async function exportedContentOf(database: Database): Promise<Record<string, unknown[]>> {
  const content = Object.entries(await contentOf(database));
  return Object.fromEntries(content.filter(([name]) => !NOT_EXPORTED.includes(name)));
}

const ENGINES = {
  SQLite: async (t: TestContext) => sqliteIn(await temporaryFolder(t)),
  ...(process.env.TEST_STORE === 'postgres' ? { PostgreSQL: freshDatabase } : {}),
};

test('an export, imported into an empty store of each engine and exported again, has the same bytes and rows', async (t) => {
  const from = await filledStore(t);
  await addAwkwardRows(t, from);
  const source = await openStore(t, from.store);
  const first = await exported(t, source);
  const [content, files] = [await exportedContentOf(source), await filesOf(first)];
  let folder = first;
  for (const [engine, newStore] of Object.entries(ENGINES)) {
    const target = await openStore(t, await newStore(t));
    assert.equal((await fill(target, folder)).outcome, 'filled', engine);
    assert.deepEqual(await exportedContentOf(target), content, engine);
    folder = await exported(t, target);
    assert.deepEqual(await filesOf(folder), files, engine);
  }
});

for (const [engine, newStore] of Object.entries(ENGINES)) {
  test(`an import on ${engine} issues a key of the manager if no account is an admin, and ids continue after the highest of the export`, async (t) => {
    const from = await filledStore(t);
    const folder = await exported(t, await openStore(t, from.store));
    const store = await newStore(t);
    const result = await fill(await openStore(t, store), folder);
    assert.ok(result.outcome === 'filled');
    const { rows } = await sql<{ isNew: unknown }>`select id > (select max(api_key_id) from events) as "isNew"
      from api_keys`.execute((await openStore(t, store)).read);
    assert.deepEqual(
      rows.map(({ isNew }) => Boolean(isNew)),
      [true],
      'events name the author of each change',
    );
    const service = await startService(t, { store });
    assert.equal(at((await service.send('/v1/usage', { key: result.secret })).json, 'role'), 'manager');
    // `filledStore` removed the animal with id 3 and added one with id 4.
    assert.equal(await addPet(service, result.secret), 5);
    // The bin has the animal 3, and places for others.
    const { key } = await service.account({ role: 'manager' });
    assert.equal((await service.send('/v1/pets/5', { method: 'DELETE', key })).status, 204);
    const bin = (await readAll(service, key, '/v1/bin')).map((removed) => at(removed, 'pet', 'id'));
    assert.deepEqual(bin, [5, 3]);
    assert.equal((await service.send('/v1/pets/5/restore', { method: 'POST', key })).status, 200);
    const { status, json } = await service.send('/v1/categories', { key: result.secret });
    assert.deepEqual(
      [status, json],
      [
        200,
        [
          { id: 1, available: 2 },
          { id: 2, available: 0 },
        ],
      ],
    );
  });
}

test('an export of version 1.1.0, which had no bin, no merged animals and no movements, is imported', async (t) => {
  const from = await filledStore(t);
  const source = await openStore(t, from.store);
  await source.write((db) => db.deleteFrom('removed_pets').execute());
  await source.write((db) => db.deleteFrom('merged_pets').execute());
  const folder = await exported(t, source);
  const path = join(folder, 'manifest.json');
  const manifest: { files: Record<string, unknown> } = JSON.parse(await readFile(path, 'utf8'));
  for (const file of ['removed-pets', 'merged-pets', 'movements']) delete manifest.files[`${file}.ndjson`];
  await writeFile(path, JSON.stringify(manifest));
  const target = await openStore(t, sqliteIn(await temporaryFolder(t)));
  assert.equal((await fill(target, folder)).outcome, 'filled');
});

testOn(
  'PostgreSQL',
  'an export of PostgreSQL has the events that no reader has seen, with the ids that they get',
  async (t) => {
    const service = await startService(t, { store: await freshDatabase(t) });
    const { key } = await service.account();
    for (const name of ['Frank', 'Bella']) await addPet(service, key, { name });
    const { '/events.ndjson': events = '' } = await filesOf(await exported(t, service.database));
    const ids = events
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    assert.deepEqual(ids, [1, 2]);
  },
);

test('with key digests the keys of the source stay valid, and only the owner can read the files', async (t) => {
  const store = sqliteIn(await temporaryFolder(t));
  const earlier = await startService(t, { store });
  const { key } = await earlier.account({ role: 'manager' });
  await earlier.close();
  const folder = await exported(t, await openStore(t, store), { withKeyDigests: true });
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.equal((await stat(join(folder, 'api-keys.ndjson'))).mode & 0o777, 0o600);
  const target = sqliteIn(await temporaryFolder(t));
  await fill(await openStore(t, target), folder);
  const service = await startService(t, { store: target });
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
});

const DAMAGE: Readonly<Record<string, { file: string; change: (text: string) => string; message: RegExp }>> =
  {
    'a changed row': {
      file: 'pets.ndjson',
      change: (text) => text.replace('Frank', 'Frink'),
      message: /^pets\.ndjson is not the file that was exported/,
    },
    'a missing row': {
      file: 'orders.ndjson',
      change: () => '',
      message:
        /^orders\.ndjson is not the file that was exported: manifest\.json describes 1 rows, and it has 0/,
    },
    'a line that is not JSON': {
      file: 'pets.ndjson',
      change: (text) => `{"id":1\n${text}`,
      message: /^pets\.ndjson, line 1: is not a JSON object\.$/,
    },
    'a row without its name': {
      file: 'accounts.ndjson',
      change: (text) => text.replace('"name"', '"nome"'),
      message: /^accounts\.ndjson, line 1: has no name\.$/,
    },
    'an id that is not an integer': {
      file: 'pets.ndjson',
      change: (text) => text.replace('"id":1', '"id":1.5'),
      message: /^pets\.ndjson, line 1: has a id that is not an integer\.$/,
    },
    'a manifest of another format': {
      file: 'manifest.json',
      change: (text) => text.replace('"format": 1', '"format": 2'),
      message:
        /^manifest\.json has the format 2, but this version reads format 1: use the version that wrote it/,
    },
    'a manifest without a file': {
      file: 'manifest.json',
      change: (text) => text.replace('events.ndjson', 'event.ndjson'),
      message: /^manifest\.json does not list events\.ndjson\.$/,
    },
  };

test('a store with other data is not filled; an export without key digests has no digest, no hint and no ban', async (t) => {
  const database = await openStore(t, (await filledStore(t)).store);
  const folder = await exported(t, database);
  const files = await filesOf(folder);
  assert.deepEqual(
    Object.keys(files).filter((name) => /key|ban/.test(name)),
    [],
  );
  assert.doesNotMatch(Object.values(files).join(), /petstore_(live|test)_/);
  const before = await contentOf(database);
  const result = await fill(database, folder);
  assert.ok(result.outcome === 'refused' && result.held.get('accounts') === 1);
  assert.deepEqual(await contentOf(database), before);
});

test('a damaged export is rejected with its place, and nothing is imported', async (t) => {
  const folder = await exported(t, await openStore(t, (await filledStore(t)).store));
  const target = await openStore(t, sqliteIn(await temporaryFolder(t)));
  const before = await contentOf(target);
  for (const [damage, { file, change, message }] of Object.entries(DAMAGE)) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    await chmod(path, 0o600);
    await writeFile(path, change(text));
    await assert.rejects(fill(target, folder), { name: 'ExportFault', message }, damage);
    assert.deepEqual(await contentOf(target), before, damage);
    await writeFile(path, text);
  }
});
