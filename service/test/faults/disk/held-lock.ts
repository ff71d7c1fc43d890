import { DatabaseSync } from 'node:sqlite';
import type { Scope } from '@petstore/testing/folders.ts';

/** The write lock of a store, taken as another process takes it: by a connection of its own. */
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
