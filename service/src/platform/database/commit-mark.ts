import type { Database, Queries } from './database.ts';

/**
 * Marks transactions that did something, and calls a listener after their commits, wherever the change came from: the API, a batch, an
 * import, the expiry of a hold.
 */
export class CommitMark {
  /** On SQLite several writes share a transaction. */
  readonly #marked = new WeakSet<Queries>();

  /** Call it in the transaction. */
  set(db: Queries): void {
    this.#marked.add(db);
  }

  /** Returns the store with a call of `onCommit` after each commit that this process makes and that may have the mark. */
  observe(database: Database, onCommit: () => void): Database {
    return {
      ...database,
      write: async (work, options) => {
        let isMarked = false;
        const result = await database.write(async (db) => {
          const done = await work(db);
          isMarked = this.#marked.has(db);
          return done;
        }, options);
        if (isMarked) onCommit();
        return result;
      },
    };
  }
}
