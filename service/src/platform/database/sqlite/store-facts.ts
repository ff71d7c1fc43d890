import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { lookingAddress } from './paths/looking-address.ts';

/** Facts about the store in a SQLite file, read without opening the store, because that would migrate it. */

/** Returns the identity of a store in SQLite; undefined for a store of version 1.0.0. */
export function readStoreId(store: DatabaseSync): string | undefined {
  const id = attempt(() => store.prepare('select id from store_identity').get()?.id);
  return typeof id === 'string' ? id : undefined;
}

/** Returns the environment of the store at `path`; undefined if it has none or cannot be read. */
export function readEnvironment(path: string): string | undefined {
  return readFile(path, (store) => {
    const value = store.prepare('select environment from store_identity').get()?.environment;
    return typeof value === 'string' ? value : undefined;
  });
}

/** Returns the identity of the store at `path`; undefined if it has none or cannot be read. */
export function readIdentity(path: string): string | undefined {
  return readFile(path, readStoreId);
}

/** Returns the time of a backup; undefined if the file has none. */
export function readBackupTime(path: string): number | undefined {
  return readFile(path, (store) => {
    const time = store.prepare('select backed_up_at as at from store_identity').get()?.at;
    return typeof time === 'number' ? time : undefined;
  });
}

/** Returns the names of the migrations that a store has recorded; undefined if they cannot be read. */
export function readMigrations(path: string): string[] | undefined {
  return readFile(path, (store) =>
    store
      .prepare('select name from kysely_migration order by name')
      .all()
      .map(({ name }) => String(name)),
  );
}

/** Returns the id of the last event that the store has ever had, 0 if none; undefined if it cannot be read. */
export function readLastEvent(path: string): bigint | undefined {
  return readFile(path, (store) => {
    const tables = store.prepare("select name from sqlite_schema where name = 'sqlite_sequence'").all();
    if (tables.length === 0) return 0n;
    const sequence = store.prepare("select seq from sqlite_sequence where name = 'events'");
    sequence.setReadBigInts(true);
    const id = sequence.get()?.seq ?? 0n;
    return typeof id === 'bigint' ? id : undefined;
  });
}

function readFile<T>(path: string, read: (store: DatabaseSync) => T): T | undefined {
  if (isEmpty(path)) return undefined;
  return attempt(() => {
    using store = new DatabaseSync(lookingAddress(path), { readOnly: true });
    return read(store);
  });
}

/** Returns true for a file without content, or none. SQLite treats it as a new store, and deletes its journal. */
export function isEmpty(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Returns undefined if SQLite cannot read it: the store may be damaged, or not a store. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
