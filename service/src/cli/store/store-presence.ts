import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describeStore, type StoreAddress } from '../../platform/config/store-address.ts';
import { LAST_EVENT_SUFFIX } from '../../platform/database/sqlite/journal/last-event.ts';
import { requireStorePath } from '../../platform/database/sqlite/paths/store-look.ts';
import { attempt, isEmpty } from '../../platform/database/sqlite/store-facts.ts';
import { storePath } from '../../platform/database/sqlite/store-path.ts';

/** Returns the absolute path of a SQLite store, or the PostgreSQL database without user and password. */
export function locationOf(store: StoreAddress): string {
  return store.engine === 'sqlite' ? resolve(store.path) : describeStore(store);
}

/**
 * Returns true if the store exists, without opening it: that would create it.
 *
 * @throws {ApiError} `service_unavailable` if something else is at its path. Nothing was changed there.
 */
export async function storeExists(store: StoreAddress): Promise<boolean> {
  if (store.engine === 'sqlite') {
    const { kind } = requireStorePath(store.path);
    // SQLite treats an empty file as a new store, unless it has a journal.
    return kind !== 'absent' || hasContent(`${storePath(store.path)}-wal`);
  }
  const { hasTables } = await import('../../platform/database/postgres/postgres.ts');
  return hasTables(store.url);
}

/** Also returns true for a file that this user cannot access: opening it explains why. */
function hasContent(path: string): boolean {
  return attempt(() => isEmpty(path)) !== true;
}

/** Returns a message if the store does not exist: only a few commands create it (docs/adr/0024). */
export async function missingStore(store: StoreAddress): Promise<string | undefined> {
  if (await storeExists(store)) return undefined;
  const mistake = await mistakenStore(store);
  if (mistake !== undefined) return mistake;
  const [missing, address] =
    store.engine === 'sqlite'
      ? [`there is no store at ${locationOf(store)}`, 'sqlite:FILE']
      : [`${locationOf(store)} has no tables of petstore`, 'postgres://USER:PASSWORD@HOST/NAME'];
  return `${missing}: name another with --database ${address}, or create one with "petstore serve"`;
}

/**
 * Returns a message if the store does not exist, and was lost or has another name: a new one in its place would hide that.
 * PostgreSQL leaves no such traces.
 */
export async function mistakenStore(store: StoreAddress): Promise<string | undefined> {
  if (store.engine !== 'sqlite' || (await storeExists(store))) return undefined;
  const path = resolve(store.path);
  const trace = `${storePath(path)}${LAST_EVENT_SUFFIX}`;
  if (existsSync(trace)) {
    return `there is no store at ${path} any more, but ${trace} is still there: restore a backup with "petstore restore FILE --force", or remove that file to begin with a new store`;
  }
  const similar = namesIn(dirname(path)).find((name) => isSameButForCase(name, basename(path)));
  if (similar === undefined) return undefined;
  return `there is no store at ${path}, but there is ${join(dirname(path), similar)}: name that one or another with --database sqlite:FILE`;
}

/** Returns nothing for a folder that does not exist or is not readable: opening the store explains why. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isSameButForCase(name: string, expected: string): boolean {
  return name !== expected && name.toLowerCase() === expected.toLowerCase();
}

/** Returns the line that a command prints after it created a store. */
export function createdLine(store: StoreAddress): string {
  return `Created a new store: ${locationOf(store)}`;
}
