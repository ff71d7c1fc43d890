import type { Kysely } from 'kysely';
import type { Engine, Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** Runs a statement synchronously and returns its rows. */
export type RunSync = (sql: string, parameters: readonly unknown[]) => unknown[];

interface Store {
  readonly engine: Engine;
  readonly runSync: RunSync | undefined;
}

/** The store of each adapter. A store and its transactions share one adapter. */
const stores = new WeakMap<object, Store>();

/**
 * Sets the engine of the queries of a store and of its transactions.
 *
 * @param runSync if the engine is in this process.
 */
export function withEngine(db: Kysely<Tables>, engine: Engine, runSync?: RunSync): Kysely<Tables> {
  stores.set(db.getExecutor().adapter, { engine, runSync });
  return db;
}

export function engineOf(db: Queries): Engine {
  return storeOf(db).engine;
}

/** Returns undefined if the engine is a server. */
export function runSyncOf(db: Queries): RunSync | undefined {
  return storeOf(db).runSync;
}

function storeOf(db: Queries): Store {
  const store = stores.get(db.getExecutor().adapter);
  if (store === undefined) throw new Error('These queries do not belong to an open store');
  return store;
}
