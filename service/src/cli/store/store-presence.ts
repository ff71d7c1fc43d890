import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeStore, type StoreAddress } from '../../config/store-address.ts';

/** The absolute path of a SQLite store; a PostgreSQL database without user and password. */
export function locationOf(store: StoreAddress): string {
  return store.engine === 'sqlite' ? resolve(store.path) : describeStore(store);
}

/** Returns true if there is a store. Opening it would create one. */
export async function storeExists(store: StoreAddress): Promise<boolean> {
  // SQLite takes an empty file for a new store, unless a journal lies beside it.
  if (store.engine === 'sqlite') return hasContent(store.path) || hasContent(`${store.path}-wal`);
  const { hasTables } = await import('../../database/postgres/postgres.ts');
  return hasTables(store.url);
}

/** Also true for a file that this user may not look at: opening it explains why. */
function hasContent(path: string): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch {
    return true;
  }
}

/** What to tell a user if there is no store: only a few commands create one (ADR 24). */
export async function missingStore(store: StoreAddress): Promise<string | undefined> {
  if (await storeExists(store)) return undefined;
  const [missing, address] =
    store.engine === 'sqlite'
      ? [`there is no store at ${locationOf(store)}`, 'sqlite:FILE']
      : [`${locationOf(store)} has no tables of petstore`, 'postgres://USER:PASSWORD@HOST/NAME'];
  return `${missing}: name another with --database ${address}, or create one with "petstore serve"`;
}

/** What a command prints that created a store. */
export function createdLine(store: StoreAddress): string {
  return `Created a new store: ${locationOf(store)}`;
}
