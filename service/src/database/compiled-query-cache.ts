import type { CompiledQuery } from 'kysely';
import type { Queries } from './database.ts';

interface Compilable<Output> {
  compile(): CompiledQuery<Output>;
}

const MAX_SHAPES = 64;

/**
 * Caches compiled queries of one kind by their shape: Kysely takes longer to compile a query than SQLite takes to run
 * it. Queries of one shape have the same SQL text and differ only in their parameters.
 */
export class CompiledQueryCache<Output> {
  readonly #byStore = new WeakMap<object, Map<string, CompiledQuery<Output>>>();

  /** @param build creates the query for a new shape. Its parameters are replaced by `parameters`. */
  async run(
    db: Queries,
    shape: string,
    build: () => Compilable<Output>,
    parameters: readonly unknown[],
  ): Promise<Output[]> {
    const query: CompiledQuery<Output> = { ...this.compile(db, shape, build), parameters };
    return (await db.executeQuery(query)).rows;
  }

  /** Returns the query of a shape, for callers that bind the parameters themselves. */
  compile(db: Queries, shape: string, build: () => Compilable<Output>): CompiledQuery<Output> {
    const cache = this.#cacheOf(db);
    const cached = cache.get(shape);
    if (cached !== undefined) return cached;
    if (cache.size >= MAX_SHAPES) cache.clear();
    const compiled = build().compile();
    cache.set(shape, compiled);
    return compiled;
  }

  /** A store and its transactions share one adapter. */
  #cacheOf(db: Queries): Map<string, CompiledQuery<Output>> {
    const { adapter } = db.getExecutor();
    const cache = this.#byStore.get(adapter) ?? new Map<string, CompiledQuery<Output>>();
    this.#byStore.set(adapter, cache);
    return cache;
  }
}

/** Inserts many rows with one compiled query (a million pets: 2.9 s instead of 4.8 s). */
export class BulkInsert<Row extends object, Output = never> {
  readonly #build: (db: Queries, rows: readonly Row[]) => Compilable<Output>;
  readonly #compiled = new CompiledQueryCache<Output>();

  /** @param build must insert the members of a row in their order, as `values` of Kysely does. */
  constructor(build: (db: Queries, rows: readonly Row[]) => Compilable<Output>) {
    this.#build = build;
  }

  run(db: Queries, rows: readonly Row[]): Promise<Output[]> {
    const parameters = rows.flatMap((row) => Object.values(row));
    return this.#compiled.run(db, `${rows.length} rows`, () => this.#build(db, rows), parameters);
  }
}
