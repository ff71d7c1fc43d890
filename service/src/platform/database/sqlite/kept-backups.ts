import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '../../core/clock.ts';
import { readIdentity } from './store-facts.ts';

const NAME = /^petstore-\d{4}-\d{2}-\d{2}T\d{6}Z\.db$/;
/** What an interrupted backup of version 1.1.0 or older left behind. */
const PARTIAL = /^petstore-\d{4}-\d{2}-\d{2}T\d{6}Z\.db\.partial(-wal|-shm|-journal)?$/;

/** Returns the name of a backup by its time in UTC; names sort by time. */
export function backupName(now: number): string {
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  return `petstore-${time.replaceAll(':', '')}.db`;
}

/**
 * Deletes all but the newest `keep` backups of one store in a folder, and what such backups of older versions
 * left behind a day ago. Files with other names, backups of other stores and unreadable files are kept.
 *
 * @returns the names of the deleted backups.
 */
export async function pruneBackups(
  folder: string,
  newest: string,
  { keep, now }: { keep: number; now: number },
): Promise<string[]> {
  const names = await readdir(folder);
  const storeId = readIdentity(join(folder, newest));
  const ofThisStore = names
    .filter((name) => NAME.test(name) && readIdentity(join(folder, name)) === storeId)
    .sort()
    .reverse();
  const surplus = storeId === undefined ? [] : ofThisStore.slice(keep);
  for (const name of [...surplus, ...(await abandoned(folder, names, now))]) await rm(join(folder, name));
  return surplus;
}

async function abandoned(folder: string, names: readonly string[], now: number): Promise<string[]> {
  const found = [];
  for (const name of names.filter((known) => PARTIAL.test(known))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (now - mtimeMs > DAY) found.push(name);
  }
  return found;
}
