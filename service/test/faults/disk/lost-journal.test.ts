// Waits for processes.
import assert from 'node:assert/strict';
import { cp, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';
import { until } from '@petstore/testing/until.ts';
import { missingEvents } from '../../../src/platform/database/sqlite/journal/last-event.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';
import { crash, PetLoad, serveStore, stop } from './served-store.ts';

/** A store whose journal is lost or cut after its service was killed. SQLite opens it without an error. */

const MISSING =
  /Changes after event \d+ are missing, up to event \d+ or later: was .*petstore\.db-wal lost\? Restore a backup, or run /;

const EVENTS = 20;

async function recordedEvent(path: string): Promise<number> {
  return Number.parseInt(await readFile(`${path}.last-event`, 'latin1'), 10);
}

/** Makes the store that `killedStore` copies: only its journal has its last changes. Beside it is an earlier backup. */
async function killService(t: Scope) {
  const folder = await temporaryFolder(t);
  const store = await serveStore(t, join(folder, 'petstore.db'));
  const { status } = await runCommand(`sqlite:${store.path}`, ['backup', join(folder, 'backup.db')]);
  assert.equal(status, 0);
  const load = new PetLoad(store);
  await load.run(1, () => load.acknowledged.size >= EVENTS);
  {
    using other = new DatabaseSync(store.path);
    other.exec('pragma wal_checkpoint(passive)');
  }
  // The file is written once a second, after a write.
  await until(async () => {
    await load.run(1, () => true);
    return (await recordedEvent(store.path)) >= 2 * EVENTS;
  });
  await crash(store.serving);
  return { folder, key: store.key };
}

const original = await killService({ after });

/** Returns a copy. */
async function killedStore(t: TestContext) {
  const folder = await temporaryFolder(t);
  await cp(original.folder, folder, { recursive: true });
  const path = join(folder, 'petstore.db');
  const [url, backup] = [`sqlite:${path}`, join(folder, 'backup.db')];
  return { path, url, backup, key: original.key, journal: `${path}-wal` };
}

test('doctor fails and the next start logs an error after the journal of a killed service was deleted', async (t) => {
  const { path, url, key, journal } = await killedStore(t);
  await rm(journal);
  const { last = 0n, known } = missingEvents(path) ?? {};
  assert.ok(last >= EVENTS, `${last}, which are in the file of the store`);
  assert.equal(known, BigInt(await recordedEvent(path)));
  const { status, out } = await runCommand(url, ['doctor']);
  assert.equal(status, 1);
  assert.match(out, new RegExp(`^wrong +changes: ${MISSING.source}`, 'm'));

  const { serving } = await serveStore(t, path, key);
  assert.match(serving.err(), new RegExp(`"level":50.*${MISSING.source}`));
  await stop(serving);
});

test('doctor fails after the journal of a killed service was cut to a part', async (t) => {
  const { path, url, journal } = await killedStore(t);
  await truncate(journal, (await stat(journal)).size / 4);
  const { last = 0n, known = 0n } = missingEvents(path) ?? {};
  assert.ok(last > 0n && last < known, `${last} ${known}`);
  assert.match(
    (await runCommand(url, ['doctor'])).out,
    new RegExp(`^wrong +changes: ${MISSING.source}`, 'm'),
  );
});

test('nothing is missing in a killed store with its journal, nor after its next stop', async (t) => {
  const { path, url, key } = await killedStore(t);
  assert.equal(missingEvents(path), undefined);
  assert.doesNotMatch((await runCommand(url, ['doctor'])).out, /missing/);
  const { serving } = await serveStore(t, path, key);
  await stop(serving);
  assert.doesNotMatch(serving.err(), /missing/);
  assert.equal(missingEvents(path), undefined);
});

type Killed = Awaited<ReturnType<typeof killedStore>>;

/** What leads to fewer events, but not by a loss. Returns the path of the store after that. */
const NO_ALARMS: Readonly<Record<string, (store: Killed) => Promise<string>>> = {
  'a restore': async ({ path, url, backup }) => {
    const { status, err } = await runCommand(url, ['restore', backup, '--force', '--yes']);
    assert.equal(status, 0, err);
    return path;
  },
  'it was copied without the file beside it': async ({ path, journal }) => {
    await rm(journal);
    await rm(`${path}.last-event`);
    return path;
  },
  'another store was put in its place': async ({ path, journal }) => {
    await rm(journal);
    await rm(path);
    await (await openSqlite(path)).close();
    return path;
  },
};

for (const [situation, change] of Object.entries(NO_ALARMS)) {
  test(`nothing is reported as missing after ${situation}`, async (t) => {
    const path = await change(await killedStore(t));
    assert.equal(missingEvents(path), undefined);
    assert.doesNotMatch((await runCommand(`sqlite:${path}`, ['doctor'])).out, /missing, up to/);
  });
}
