const MIB = 1024 * 1024;
/** Enough for the covers of 500 pages, which most requests ask for. */
const LIMIT_BYTES = 32 * MIB;
/** The memory of a file beyond its bytes. */
const OVERHEAD_BYTES = 300;

export interface CachedFile {
  readonly content: Buffer;
  /** When the store was last known to have it, by the clock. */
  checkedAt: number;
}

/** The files that were requested last, in bounded memory. */
export class PhotoCache {
  readonly #limitBytes: number;
  readonly #files = new Map<string, CachedFile>();
  #bytes = 0;

  constructor(limitBytes = LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
  }

  get(key: string): CachedFile | undefined {
    return this.#files.get(key);
  }

  /** Evicts the files that were added first, to stay within the limit. */
  set(key: string, file: CachedFile): void {
    this.delete(key);
    this.#files.set(key, file);
    this.#bytes += sizeOf(file);
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.#limitBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const file = this.#files.get(key);
    if (file === undefined) return;
    this.#files.delete(key);
    this.#bytes -= sizeOf(file);
  }
}

function sizeOf({ content }: CachedFile): number {
  return content.length + OVERHEAD_BYTES;
}
