import type { Kysely } from 'kysely';
import type { Engine, Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** By the adapter, which a store and its transactions have in common. */
const engines = new WeakMap<object, Engine>();

/** Says which engine it is that a store's queries, and those of its transactions, run on. */
export function withEngine(db: Kysely<Tables>, engine: Engine): Kysely<Tables> {
  engines.set(db.getExecutor().adapter, engine);
  return db;
}

export function engineOf(db: Queries): Engine {
  const engine = engines.get(db.getExecutor().adapter);
  if (engine === undefined) throw new Error('These queries are of no store that was opened');
  return engine;
}
