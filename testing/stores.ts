import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../service/src/platform/config/config.ts';
import type { Database } from '../service/src/platform/database/database.ts';
import { openDatabase } from '../service/src/server/open-database.ts';
import { runAfter, type Scope, temporaryFolder } from './folders.ts';

/** The id of the template, as long as any other. */
const TEMPLATE_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the URL of the SQLite store in a folder. */
export function sqliteIn(folder: string): string {
  return `sqlite:${join(folder, 'petstore.db')}`;
}

/** Returns the URL of a new store that has its tables already, which saves the time to make them. */
export async function temporaryStore(test: Scope): Promise<string> {
  if (process.env.TEST_STORE !== 'postgres') return copyTemplate(await temporaryFolder(test));
  const { freshStore } = await import('./servers/postgres-store.ts');
  return freshStore(test);
}

let template: Promise<Buffer> | undefined;

/** Writes a store with its tables and an id of its own to a folder. This takes 1 ms of CPU, the migrations take 18 ms. */
async function copyTemplate(folder: string): Promise<string> {
  template ??= makeTemplate();
  const path = join(folder, 'petstore.db');
  const bytes = Buffer.from(await template);
  bytes.write(randomUUID(), bytes.indexOf(TEMPLATE_ID));
  await writeFile(path, bytes, { mode: 0o600 });
  return `sqlite:${path}`;
}

async function makeTemplate(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
  const url = sqliteIn(folder);
  const database = await openDatabase(parseConfig({ DATABASE_URL: url }));
  await database.write((db) => db.updateTable('store_identity').set({ id: TEMPLATE_ID }).execute());
  await database.close();
  const bytes = await readFile(join(folder, 'petstore.db'));
  await rm(folder, { recursive: true });
  return bytes;
}

/** Returns the URL of a store that does not exist yet: in SQLite, or in PostgreSQL if TEST_STORE is `postgres`. */
export async function missingStore(test: Scope): Promise<string> {
  if (process.env.TEST_STORE !== 'postgres') return sqliteIn(await temporaryFolder(test));
  const { freshDatabase } = await import('./servers/postgres-server.ts');
  return freshDatabase(test);
}

/** The Valkey database of each store, for the services of one test that share a store. */
const valkeys = new Map<string, Promise<string>>();

/** Returns the settings with which a service on PostgreSQL counts requests in Valkey, if it is installed. */
export async function countingIn(test: Scope, store: string): Promise<Record<string, string>> {
  if (process.env.TEST_STORE !== 'postgres' || store.startsWith('sqlite:')) return {};
  const { freshValkey, noValkey } = await import('./servers/valkey-server.ts');
  if (noValkey !== false) return {};
  const url = valkeys.get(store) ?? freshValkey(test);
  valkeys.set(store, url);
  // On a busy machine Valkey may respond late.
  return { VALKEY_URL: await url, VALKEY_TIMEOUT_MS: '30000' };
}

/** Returns the settings with which a service on SQLite has TEST_WORKERS threads. */
export function threadsOn(store: string): Record<string, string> {
  const { TEST_WORKERS: workers } = process.env;
  return workers === undefined || !store.startsWith('sqlite:') ? {} : { WORKERS: workers };
}

/** Opens a store, and closes it after the test. */
export async function openStore(test: Scope, store: string): Promise<Database> {
  const database = await openDatabase(parseConfig({ DATABASE_URL: store }));
  runAfter(test, () => database.close());
  return database;
}

/** Opens a new store, and closes it after the test. */
export async function temporaryDatabase(test: Scope): Promise<Database> {
  return openStore(test, await temporaryStore(test));
}

/** Wraps a store so that a test can let its writes fail, as on a full disk. */
export function fillable(database: Database) {
  const disk = { isFull: false, fault: new Error('the disk is full') };
  const write: Database['write'] = (work) =>
    disk.isFull ? Promise.reject(disk.fault) : database.write(work);
  return { disk, database: { ...database, write } };
}
