import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { NUMBERED_TABLES, perTable } from '../recovery/id-sequences.ts';
import type { ReplacedStore } from '../recovery/ids-after-recovery.ts';

/** Reads as much as a SQLite store yields, which may be damaged; undefined if it yields nothing. */
export function readReplacedStore(path: string): ReplacedStore | undefined {
  // SQLite takes an empty file for a new store, and throws away the journal that lies beside it.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const store = attempt(() => new DatabaseSync(path));
  if (store === undefined) return undefined;
  try {
    return readFrom(store);
  } finally {
    store.close();
  }
}

function readFrom(store: DatabaseSync): ReplacedStore | undefined {
  const counted = attempt(() => readSequences(store));
  const found = new Map<string, bigint>(counted);
  for (const table of NUMBERED_TABLES) {
    const highest = attempt(() => readInteger(store, `select max(id) as value from ${table}`)) ?? 0n;
    if (highest > (found.get(table) ?? 0n)) found.set(table, highest);
  }
  if (found.size === 0) return undefined;
  return {
    ids: perTable((table) => found.get(table) ?? 0n),
    // One with a moment of backup is a backup that was copied by hand: it does not know what was given after that.
    isComplete: counted !== undefined && !hasMoment(store),
    storeId: readStoreId(store),
  };
}

/** The identity of a store in SQLite; undefined for one that was made by version 1.0.0. */
export function readStoreId(store: DatabaseSync): string | undefined {
  const id = attempt(() => store.prepare('select id from store_identity').get()?.id);
  return typeof id === 'string' ? id : undefined;
}

function hasMoment(store: DatabaseSync): boolean {
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

/** Undefined where SQLite cannot read what is asked for: the store may be damaged, or no store. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
