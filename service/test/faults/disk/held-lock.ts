import { DatabaseSync } from 'node:sqlite';
import type { Scope } from '@petstore/testing/folders.ts';

/** Holds the write lock of a store by a separate connection, as another process would. */
export class HeldLock {
  readonly #store: DatabaseSync;

  constructor(test: Scope, path: string) {
    this.#store = new DatabaseSync(path, { timeout: 5_000 });
    this.#store.exec('begin immediate');
    test.after(() => this.#store.close());
  }

  release(): void {
    this.#store.exec('rollback');
  }
}
