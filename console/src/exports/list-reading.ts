import type { Listing, Page } from '@petstore/client';

export interface Progress {
  readonly animals: readonly Listing[];
  /** How many there are in all; undefined if that is not known. */
  readonly total: number | undefined;
}

export const NOTHING_READ: Progress = { animals: [], total: undefined };

interface Dependencies {
  /** Reads a page of the list; the first one without a cursor. */
  readPage(cursor: string | undefined, signal: AbortSignal): Promise<Page<Listing>>;
  /** Throws if there are more animals than can be used. */
  checkCount?: ((count: number) => void) | undefined;
  onProgress?(progress: Progress): void;
}

/** One reading of all animals of a list, page by page. After an error it continues where it was. */
export class ListReading {
  readonly #dependencies: Dependencies;
  #progress = NOTHING_READ;
  #cursor: string | undefined;
  #isComplete = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the pages that have not been read yet, and returns all animals. */
  async readRest(signal: AbortSignal): Promise<readonly Listing[]> {
    const { readPage, checkCount, onProgress } = this.#dependencies;
    while (!this.#isComplete) {
      const page = await readPage(this.#cursor, signal);
      const animals = [...this.#progress.animals, ...page.items];
      const total = this.#progress.total ?? page.total;
      checkCount?.(Math.max(animals.length, total ?? 0));
      this.#progress = { animals, total };
      this.#cursor = page.next;
      this.#isComplete = page.next === undefined;
      onProgress?.(this.#progress);
    }
    return this.#progress.animals;
  }
}
