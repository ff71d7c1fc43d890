import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { BACK_TO_1_0_0 } from '@petstore/testing/back-to-1-0-0.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';

/** Every command that uses a store, by what it does with the path of the store. */

const PETS = 'name,categoryId\nRex,1\n';

/** Commands that only read, with OUT for a folder that they may write to. */
export const READING = {
  doctor: ['doctor'],
  'accounts list': ['accounts', 'list'],
  'accounts show': ['accounts', 'show', 'Zoo'],
  'keys list': ['keys', 'list', 'Zoo'],
  'people list': ['people', 'list', '--account', 'Zoo'],
  usage: ['usage'],
  'usage of one account': ['usage', 'Zoo'],
  'pets export': ['pets', 'export', 'OUT/pets.csv'],
  'pets export --since': ['pets', 'export', '--since', 'upgrade', 'OUT/added.csv'],
  'pets import --dry-run': ['pets', 'import', 'OUT/in.csv', '--dry-run', '--owner', 'Zoo'],
  export: ['export', 'OUT/everything'],
} as const;

export const WRITING = {
  'accounts update': ['accounts', 'update', 'Zoo', '--plan', 'pro'],
  'keys create': ['keys', 'create', 'Zoo'],
  'people invite': ['people', 'invite', 'Ann', '--account', 'Zoo'],
  'pets import': ['pets', 'import', 'OUT/in.csv', '--owner', 'Zoo'],
} as const;

/** They read the store as it is, whatever its version. */
export const COPYING = {
  backup: ['backup', 'OUT/backup.db'],
  'backup --to': ['backup', '--to', 'OUT'],
} as const;

export const CREATING = {
  serve: ['serve', '--port', '0'],
  'accounts create': ['accounts', 'create', 'Farm', '--plan', 'free'],
  reset: ['reset', '--yes', '--env', 'staging'],
  import: ['import', 'OUT/everything'],
} as const;

export const ALONE = {
  'advance-ids': ['advance-ids'],
  transfer: ['transfer', '--to', 'postgres://petstore@127.0.0.1:1/petstore'],
  restore: ['restore', 'OUT/backup.db', '--yes'],
  'restore --force': ['restore', 'OUT/backup.db', '--yes', '--force'],
} as const;

export const ALL: Readonly<Record<string, readonly string[]>> = {
  ...READING,
  ...WRITING,
  ...COPYING,
  ...CREATING,
  ...ALONE,
};

/** Returns a store of this version and one of 1.0.0, each with the account Zoo and the animal Rex. */
async function makeStores() {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'petstore-test-'));
  const [store, path] = [sqliteIn(folder.path), join(folder.path, 'petstore.db')];
  const file = join(folder.path, 'pets.csv');
  writeFileSync(file, PETS);
  for (const args of [
    ['accounts', 'create', 'Zoo', '--plan', 'free', '--role', 'admin'],
    ['pets', 'import', file, '--owner', 'Zoo'],
  ]) {
    const { status, err } = await runCommand(store, args);
    assert.equal(status, 0, err);
  }
  const current = readFileSync(path);
  const database = new DatabaseSync(path);
  database.exec(`${BACK_TO_1_0_0}; pragma application_id = 0`);
  database.close();
  return { current, old: readFileSync(path) };
}

let made: ReturnType<typeof makeStores> | undefined;

/** Makes a folder for the store, and one for what a command reads and writes. */
export async function begin(t: TestContext) {
  made ??= makeStores();
  const { current, old } = await made;
  const folder = await temporaryFolder(t);
  const out = await temporaryFolder(t);
  const path = join(folder, 'petstore.db');
  const run = (args: readonly string[], database = path) =>
    runCommand(
      `sqlite:${database}`,
      args.map((word) => word.replace('OUT', out)),
    );
  writeFileSync(join(out, 'in.csv'), PETS);
  writeFileSync(join(out, 'backup.db'), current);
  return { folder, out, path, run, current, old };
}

/** Everything that a command could change in a folder. */
export function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    const content = stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
    return [name, stats.mode.toString(8), stats.mtimeMs, stats.ino, stats.size, content].join(' ');
  });
}
