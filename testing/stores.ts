import { join } from 'node:path';
import { parseConfig } from '../service/src/config/config.ts';
import type { Database } from '../service/src/database/database.ts';
import { openDatabase } from '../service/src/server/compose.ts';
import { type Scope, temporaryFolder } from './folders.ts';

/** The URL of the SQLite store in a folder. */
export function sqliteIn(folder: string): string {
  return `sqlite:${join(folder, 'petstore.db')}`;
}

/** The URL of a new store of the test's own: in SQLite, or in PostgreSQL where TEST_STORE is `postgres`. */
export async function temporaryStore(test: Scope): Promise<string> {
  if (process.env.TEST_STORE !== 'postgres') return sqliteIn(await temporaryFolder(test));
  const { freshDatabase } = await import('./servers/postgres-server.ts');
  return freshDatabase(test);
}

/** The Valkey of each store that has one, for the services of one test that share a store. */
const valkeys = new Map<string, Promise<string>>();

/** Where a service on PostgreSQL counts requests in this run: in Valkey, if there is one. */
export async function countingIn(test: Scope, store: string): Promise<Record<string, string>> {
  if (process.env.TEST_STORE !== 'postgres' || store.startsWith('sqlite:')) return {};
  const { freshValkey, noValkey } = await import('./servers/valkey-server.ts');
  if (noValkey !== false) return {};
  const url = valkeys.get(store) ?? freshValkey(test);
  valkeys.set(store, url);
  // A busy machine is no silent Valkey.
  return { VALKEY_URL: await url, VALKEY_TIMEOUT_MS: '30000' };
}

/** The URL of a new store of the test's own for a service, which creates the tables where they are missing. */
export async function serviceStore(test: Scope): Promise<string> {
  if (process.env.TEST_STORE !== 'postgres') return temporaryStore(test);
  const { freshStore } = await import('./servers/postgres-store.ts');
  return freshStore(test);
}

/** The URL of a new store of the test's own that has its tables and nothing else. */
export async function emptyStore(test: Scope): Promise<string> {
  const store = await serviceStore(test);
  const database = await openDatabase(parseConfig({ DATABASE_URL: store }));
  await database.close();
  return store;
}

/** Opens a store, for as long as the test runs. */
export async function openStore(test: Scope, store: string): Promise<Database> {
  const database = await openDatabase(parseConfig({ DATABASE_URL: store }));
  test.after(() => database.close());
  return database;
}

/** A new store of the test's own, open. */
export async function temporaryDatabase(test: Scope): Promise<Database> {
  return openStore(test, await serviceStore(test));
}

/** A store whose disk a test fills and frees; while it is full nothing can be written. */
export function fillable(database: Database) {
  const disk = { isFull: false, fault: new Error('the disk is full') };
  const write: Database['write'] = (work) =>
    disk.isFull ? Promise.reject(disk.fault) : database.write(work);
  return { disk, database: { ...database, write } };
}
