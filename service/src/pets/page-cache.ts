import type { ReadyPage } from '../http/responses/ready-page.ts';

const MIB = 1024 * 1024;
const LIMIT_BYTES = 32 * MIB;
/** What a page takes beside its bytes: its strings, its objects and its place in the map. */
const OVERHEAD_BYTES = 700;

/** How many names of pages are remembered that were asked for once. */
const MAX_SEEN = 4_096;

/**
 * Pages that are encoded already, as long as nobody has committed anything since, this process or another. A page is kept
 * when it is asked for again: most pages of a walk never are, and keeping each would cost a tenth of the time it takes to
 * make it. Those that were made first go first when they take too much memory.
 */
export class PageCache {
  readonly #version: () => unknown;
  readonly #limitBytes: number;
  readonly #pages = new Map<string, ReadyPage>();
  readonly #seen = new Set<string>();
  #madeAt: unknown;
  #bytes = 0;

  /** @param version changes whenever somebody commits. */
  constructor(version: () => unknown, limitBytes = LIMIT_BYTES) {
    this.#version = version;
    this.#limitBytes = limitBytes;
  }

  /** The page of this name as it is now. */
  find(name: string, make: () => ReadyPage): ReadyPage {
    return this.findReady(name) ?? this.add(name, make());
  }

  /** The page of this name as it is now, if it need not be made. */
  findReady(name: string): ReadyPage | undefined {
    // Asked before a page is made: what is committed meanwhile may be in it, and it is made again.
    const version = this.#version();
    if (version !== this.#madeAt) this.#forgetAll();
    this.#madeAt = version;
    return this.#pages.get(name);
  }

  /** Keeps a page that was not ready, if it is asked for again. */
  add(name: string, page: ReadyPage): ReadyPage {
    if (this.#wasAskedFor(name)) this.#keep(name, page);
    return page;
  }

  #wasAskedFor(name: string): boolean {
    if (this.#seen.has(name)) return true;
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    this.#seen.add(name);
    return false;
  }

  #keep(name: string, page: ReadyPage): void {
    this.#pages.set(name, page);
    this.#grow(page.size + OVERHEAD_BYTES);
    page.onGrown = (bytes) => {
      if (this.#pages.get(name) === page) this.#grow(bytes);
    };
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    for (const [oldest, old] of this.#pages) {
      if (this.#bytes <= this.#limitBytes) return;
      this.#pages.delete(oldest);
      this.#bytes -= old.size + OVERHEAD_BYTES;
    }
  }

  #forgetAll(): void {
    this.#pages.clear();
    this.#bytes = 0;
  }
}
