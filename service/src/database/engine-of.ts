import type { Kysely } from 'kysely';
import type { Engine, Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** The engine of each adapter. A store and its transactions share one adapter. */
const engines = new WeakMap<object, Engine>();

/** Sets the engine of the queries of a store and of its transactions. */
export function withEngine(db: Kysely<Tables>, engine: Engine): Kysely<Tables> {
  engines.set(db.getExecutor().adapter, engine);
  return db;
}

export function engineOf(db: Queries): Engine {
  const engine = engines.get(db.getExecutor().adapter);
  if (engine === undefined) throw new Error('These queries do not belong to an open store');
  return engine;
}
