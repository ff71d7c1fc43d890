import assert from 'node:assert/strict';
import { cp, open, stat } from 'node:fs/promises';
import { after, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { openSqlite } from '../../../src/database/sqlite/sqlite.ts';
import { unreadCommits } from '../../../src/database/sqlite/wal/wal-frames.ts';

const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;
const PETS = 20;

/** Makes the store that `killedStore` copies. */
async function killService(t: Scope): Promise<string> {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const path = `${folder}/petstore.db`;
  const database = await openSqlite(path);
  const { key } = await addAccount(database, 'default', Date.now(), {});
  await database.close();
  const service = await serveProcess(t, { DATABASE_URL: store });
  for (let added = 0; added < PETS; added += 1) {
    const response = await fetch(`${service.url}/v1/pets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `pet ${added}`, categoryId: 1 }),
    });
    assert.equal(response.status, 201);
  }
  service.kill('SIGKILL');
  await service.ended;
  return folder;
}

const original = await killService({ after });

/** Returns a store whose service was killed: only the journal has its last writes. */
async function killedStore(t: Scope) {
  const folder = await temporaryFolder(t);
  await cp(original, folder, { recursive: true });
  const path = `${folder}/petstore.db`;
  return { store: sqliteIn(folder), path, journal: `${path}-wal` };
}

async function flipByte(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, position);
  byte.writeUInt8(byte.readUInt8() ^ 0xff);
  await file.write(byte, 0, 1, position);
  await file.close();
}

test('doctor warns of a corrupt byte in the journal after kill -9', async (t) => {
  const { store, path, journal } = await killedStore(t);
  assert.equal(unreadCommits(path), undefined);
  await flipByte(journal, HEADER_BYTES + FRAME_BYTES + 1_000);
  const { badFrame, commits } = unreadCommits(path) ?? {};
  assert.equal(badFrame, 2);
  assert.ok(commits !== undefined && commits >= PETS - 1, `${commits} later commits`);

  const doctor = await runCommand(store, ['doctor']);
  assert.equal(doctor.status, 0);
  assert.match(doctor.out, /^warning journal: Frame 2 of the journal .* fails its checksum/m);
});

test('the next start logs a warning of it, and serves', async (t) => {
  const { store, journal } = await killedStore(t);
  await flipByte(journal, HEADER_BYTES + FRAME_BYTES + 1_000);
  const service = await serveProcess(t, { DATABASE_URL: store });
  assert.match(service.err(), /"level":40.*Frame 2 of the journal .* fails its checksum/);
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
});

test('neither an incomplete last frame nor frames of an earlier journal cause a warning', async (t) => {
  const { path, journal } = await killedStore(t);
  const { size } = await stat(journal);
  const frames = Math.floor((size - HEADER_BYTES) / FRAME_BYTES);
  await flipByte(journal, HEADER_BYTES + (frames - 1) * FRAME_BYTES + 1_000);
  assert.equal(unreadCommits(path), undefined);
  // Another salt in every frame but the first, as in a journal that was restarted.
  for (let frame = 1; frame < frames; frame += 1) {
    await flipByte(journal, HEADER_BYTES + frame * FRAME_BYTES + 8);
  }
  assert.equal(unreadCommits(path), undefined);
});

test('a corrupt header of the journal causes a warning when commits follow it', async (t) => {
  const { path, journal } = await killedStore(t);
  await flipByte(journal, 28);
  assert.equal(unreadCommits(path)?.badFrame, 0);
});
