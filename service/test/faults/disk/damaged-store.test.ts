// Waits for processes.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import {
  addPetsTo,
  assertOneLine,
  assertUnavailable,
  makeStore,
  refusedStart,
  type ServedStore,
  serveStore,
  stop,
} from './served-store.ts';

/** A store file that is damaged while no service runs. */

const DAMAGED = 'The store is damaged. The operator must restore it from a backup.';
const noStore = (path: string) =>
  `The store cannot be opened: ${path} is not a SQLite file, or is damaged. The operator must name a file with --database sqlite:FILE, or restore a backup.`;
const PAGE_BYTES = 4096;
const PETS = 3_000;

interface Stored {
  path: string;
  key: string;
  backup: string;
}

/** Creates a store of many pages and a backup of it. */
async function storeWithBackup(t: TestContext): Promise<Stored> {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'petstore.db');
  const key = await makeStore(path);
  addPetsTo(path, PETS, 'Pet');
  const backup = join(folder, 'backup.db');
  assert.equal((await petstore(path, 'backup', backup)).status, 0);
  return { path, key, backup };
}

function petstore(path: string, ...args: string[]) {
  return runCommand(`sqlite:${path}`, args);
}

async function assertRestorable(t: TestContext, { path, key, backup }: Stored): Promise<void> {
  const { status, err } = await petstore(path, 'restore', backup, '--force');
  assert.equal(status, 0, err);
  const { send, close } = await startService(t, { store: `sqlite:${path}` });
  const { status: found, text } = await send(`/v1/pets/${PETS / 2}`, { key });
  assert.equal(found, 200, text);
  assert.equal(
    (await send('/v1/pets', { method: 'POST', key, body: { name: 'new', categoryId: 1 } })).status,
    201,
  );
  await close();
  // The test has added its animals without their entries of the search.
  assert.equal((await petstore(path, 'doctor', '--reindex')).status, 0);
}

async function assertDoctorNames({ path }: Stored, fault: RegExp): Promise<void> {
  const { status, out } = await petstore(path, 'doctor');
  assert.equal(status, 1);
  assert.match(out, fault);
}

/** Overwrites the page that contains a text, which must not be the first one. */
function destroyPageWith(path: string, text: string): void {
  const bytes = readFileSync(path);
  const found = bytes.indexOf(text);
  const start = found - (found % PAGE_BYTES);
  assert.ok(start > 0);
  randomBytes(PAGE_BYTES).copy(bytes, start);
  writeFileSync(path, bytes);
}

const UNSTARTABLE: Record<string, { damage: (path: string) => void; complaint: (path: string) => string }> = {
  'that is another kind of file': {
    damage: (path) => writeFileSync(path, 'name,categoryId\nFrank,1\n'.repeat(1_000)),
    complaint: noStore,
  },
  'that was cut off in the middle': {
    damage: (path) => truncateSync(path, statSync(path).size / 2),
    complaint: () => DAMAGED,
  },
  'whose first page is random but for its header': {
    damage: (path) => {
      const bytes = readFileSync(path);
      randomBytes(PAGE_BYTES - 100).copy(bytes, 100);
      writeFileSync(path, bytes);
    },
    complaint: () => DAMAGED,
  },
};

for (const [what, { damage, complaint }] of Object.entries(UNSTARTABLE)) {
  test(`a store ${what}: the start fails with one line, doctor reports it, and a restore repairs it`, async (t) => {
    const stored = await storeWithBackup(t);
    damage(stored.path);
    const message = complaint(stored.path);
    assert.equal(await refusedStart(t, stored.path), `petstore: ${message}\n`);
    await assertDoctorNames(stored, new RegExp(`wrong +store: .*${message}`));
    const exported = await petstore(stored.path, 'pets', 'export', `${stored.path}.csv`);
    assert.equal(exported.status, 1);
    assertOneLine(exported.err);
    await assertRestorable(t, stored);
  });
}

test('a destroyed page of pets: requests that need it are 503, all others are served, and a restore repairs it', async (t) => {
  const stored = await storeWithBackup(t);
  const { path, key } = stored;
  destroyPageWith(path, `Pet ${PETS / 2};`);
  const store = await serveStore(t, path, key);
  await assertDamageContained(store);
  await stop(store.serving);
  await assertDoctorNames(stored, /wrong +store: .* is damaged\b.* backup/);
  const backup = await petstore(path, 'backup', `${path}.again`);
  assert.equal(backup.status, 1, backup.out);
  assertOneLine(backup.err);
  assert.match(backup.err, /damaged/);
  const exported = await petstore(path, 'pets', 'export', `${path}.csv`);
  assert.deepEqual([exported.status, exported.err], [1, `petstore: ${DAMAGED}\n`]);
  await assertRestorable(t, stored);
});

async function assertDamageContained({ send, key, serving }: ServedStore): Promise<void> {
  assertUnavailable(await send(`/v1/pets/${PETS / 2}`, { key }), DAMAGED);
  for (const path of ['/v1/pets?limit=100', '/v1/pets?sort=id', '/v1/usage', '/v1/events', '/healthz']) {
    const { status, text } = await send(path, { key });
    assert.equal(status, 200, `${path}: ${text}`);
  }
  const walked = await walkUntilRefused(send, key);
  assertUnavailable(walked, DAMAGED);
  await assertWritesBeside(send, key);
  assert.match(serving.err(), /malformed/, 'the log contains the cause');
}

/** Asserts that writes to the damaged page do not affect concurrent writes. */
async function assertWritesBeside(send: ServedStore['send'], key: string): Promise<void> {
  const damaged = { method: 'PATCH', key, body: { name: 'lost' } };
  const fresh = { method: 'POST', key, body: { name: 'new', categoryId: 1 } };
  const both = async () =>
    Promise.all([send(`/v1/pets/${PETS / 2}`, damaged), send('/v1/pets', fresh)] as const);
  for (const [changed, added] of await Promise.all(Array.from({ length: 20 }, both))) {
    assertUnavailable(changed, DAMAGED);
    assert.equal(added.status, 201, added.text);
  }
}

async function walkUntilRefused(send: ServedStore['send'], key: string) {
  for (let next: string | undefined = '/v1/pets?limit=100'; next !== undefined; ) {
    const page = await send(next, { key });
    if (page.status !== 200) return page;
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return assert.fail('the destroyed page was read');
}

test('an empty file beside the journal of a store is rejected with one line, and the journal is kept', async (t) => {
  const stored = await storeWithBackup(t);
  const { path } = stored;
  const store = await serveStore(t, path, stored.key);
  await store.send('/v1/pets', { method: 'POST', key: stored.key, body: { name: 'new', categoryId: 1 } });
  store.serving.kill('SIGKILL');
  await store.serving.ended;
  const journal = statSync(`${path}-wal`).size;
  assert.ok(journal > 0);
  truncateSync(path, 0);
  assert.match(await refusedStart(t, path), /^petstore: .*(empty|damaged).*\n$/);
  assert.equal(statSync(`${path}-wal`).size, journal);
  await assertRestorable(t, stored);
});

test('a store that a newer version has migrated is rejected with one line', async (t) => {
  const stored = await storeWithBackup(t);
  const store = new DatabaseSync(stored.path);
  store.exec(
    `insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')`,
  );
  store.close();
  assert.match(await refusedStart(t, stored.path), /^petstore: .*newer.*\n$/);
  await assertDoctorNames(stored, /wrong +upgrade: .*newer/);
});
