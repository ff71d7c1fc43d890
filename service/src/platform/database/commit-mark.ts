import type { Database, Queries } from './database.ts';

/** Marks transactions that did something, wherever the change came from: the API, a batch, an import, the expiry of a hold. */
export class CommitMark {
  /** On SQLite several writes share a transaction. */
  readonly #marked = new WeakSet<Queries>();

  /** Call it in the transaction. */
  set(db: Queries): void {
    this.#marked.add(db);
  }

  isSet(db: Queries): boolean {
    return this.#marked.has(db);
  }
}

/** A store that calls listeners after each commit that this process makes and that may have their mark. */
export class ObservedStore {
  readonly database: Database;
  readonly #listeners: Array<readonly [mark: CommitMark, listener: () => void]> = [];

  constructor(store: Database) {
    this.database = {
      ...store,
      write: async (work, options) => {
        let called: ReadonlyArray<readonly [CommitMark, () => void]> = [];
        const result = await store.write(async (db) => {
          const done = await work(db);
          called = this.#listeners.filter(([mark]) => mark.isSet(db));
          return done;
        }, options);
        for (const [, listener] of called) listener();
        return result;
      },
    };
  }

  after(mark: CommitMark, listener: () => void): void {
    this.#listeners.push([mark, listener]);
  }
}
