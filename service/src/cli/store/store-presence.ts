import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeStore, type StoreAddress } from '../../config/store-address.ts';

/** Returns the absolute path of a SQLite store, or the PostgreSQL database without user and password. */
export function locationOf(store: StoreAddress): string {
  return store.engine === 'sqlite' ? resolve(store.path) : describeStore(store);
}

/** Returns true if the store exists, without opening it: that would create it. */
export async function storeExists(store: StoreAddress): Promise<boolean> {
  // SQLite treats an empty file as a new store, unless it has a journal.
  if (store.engine === 'sqlite') return hasContent(store.path) || hasContent(`${store.path}-wal`);
  const { hasTables } = await import('../../database/postgres/postgres.ts');
  return hasTables(store.url);
}

/** Also returns true for a file that this user cannot access: opening it explains why. */
function hasContent(path: string): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch {
    return true;
  }
}

/** Returns a message if the store does not exist: only a few commands create it (docs/adr/0024). */
export async function missingStore(store: StoreAddress): Promise<string | undefined> {
  if (await storeExists(store)) return undefined;
  const [missing, address] =
    store.engine === 'sqlite'
      ? [`there is no store at ${locationOf(store)}`, 'sqlite:FILE']
      : [`${locationOf(store)} has no tables of petstore`, 'postgres://USER:PASSWORD@HOST/NAME'];
  return `${missing}: name another with --database ${address}, or create one with "petstore serve"`;
}

/** Returns the line that a command prints after it created a store. */
export function createdLine(store: StoreAddress): string {
  return `Created a new store: ${locationOf(store)}`;
}
