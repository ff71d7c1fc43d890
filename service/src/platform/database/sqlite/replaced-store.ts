import { DatabaseSync } from 'node:sqlite';
import { NUMBERED_TABLES, perTable } from '../recovery/id-sequences.ts';
import type { ReplacedStore } from '../recovery/ids-after-recovery.ts';
import { attempt, isEmpty, readStoreId } from './store-facts.ts';

/** Reads as much as possible of a SQLite store that may be damaged. Returns undefined if nothing is readable. */
export function readReplacedStore(path: string): ReplacedStore | undefined {
  return withReplacedStore(path, readFrom);
}

/** Reads from a store that may be damaged; undefined if it cannot be opened. */
export function withReplacedStore<T>(path: string, read: (store: DatabaseSync) => T): T | undefined {
  if (isEmpty(path)) return undefined;
  const store = attempt(() => new DatabaseSync(path));
  if (store === undefined) return undefined;
  try {
    return read(store);
  } finally {
    store.close();
  }
}

function readFrom(store: DatabaseSync): ReplacedStore | undefined {
  const counters = attempt(() => readSequences(store));
  const found = new Map<string, bigint>(counters);
  for (const table of NUMBERED_TABLES) {
    const highest = attempt(() => readInteger(store, `select max(id) as value from ${table}`)) ?? 0n;
    if (highest > (found.get(table) ?? 0n)) found.set(table, highest);
  }
  if (found.size === 0) return undefined;
  return {
    ids: perTable((table) => found.get(table) ?? 0n),
    // A backup that was copied by hand does not have the ids that were assigned after it.
    isComplete: counters !== undefined && !isBackup(store),
    storeId: readStoreId(store),
  };
}

function isBackup(store: DatabaseSync): boolean {
  const query = 'select backed_up_at as value from store_identity';
  return attempt(() => readInteger(store, query)) !== undefined;
}

function readSequences(store: DatabaseSync): Map<string, bigint> {
  const statement = store.prepare('select name, seq from sqlite_sequence');
  statement.setReadBigInts(true);
  const sequences = new Map<string, bigint>();
  for (const { name, seq } of statement.all()) {
    if (typeof name === 'string' && typeof seq === 'bigint') sequences.set(name, seq);
  }
  return sequences;
}

function readInteger(store: DatabaseSync, query: string): bigint | undefined {
  const statement = store.prepare(query);
  statement.setReadBigInts(true);
  const value = statement.get()?.value;
  return typeof value === 'bigint' ? value : undefined;
}
