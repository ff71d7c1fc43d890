import { closeSync, openSync, readSync } from 'node:fs';
import { translateErrors } from './sqlite-adapter.ts';
import { storePath } from './store-path.ts';

/** Two copies of 48 bytes each. */
const HEAD_BYTES = 96;

/**
 * The head of the index that SQLite keeps beside its journal (https://sqlite.org/walformat.html, "The WAL-Index File
 * Format"): every commit of any process changes it, and SQLite itself compares it to see whether what it knows is still so.
 * `PRAGMA data_version` tells the same, in 3 us instead of 1.
 */
export class WalIndex {
  readonly #file: number;
  readonly #head = new Uint32Array(HEAD_BYTES / Uint32Array.BYTES_PER_ELEMENT);
  readonly #known = new Uint32Array(this.#head.length);
  #version = 0;

  /** Of the store at `path`, which is open as long as this is. */
  constructor(path: string) {
    this.#file = translateErrors(() => openSync(`${storePath(path)}-shm`, 'r'));
  }

  /** Another number whenever somebody has committed. One that is read while a commit writes it is one more than needed. */
  version(): number {
    readSync(this.#file, this.#head, 0, HEAD_BYTES, 0);
    if (this.#isKnown()) return this.#version;
    this.#known.set(this.#head);
    this.#version += 1;
    return this.#version;
  }

  close(): void {
    closeSync(this.#file);
  }

  #isKnown(): boolean {
    for (let index = 0; index < this.#head.length; index += 1) {
      if (this.#head[index] !== this.#known[index]) return false;
    }
    return true;
  }
}
