import type { MaybePromise } from '../../core/maybe-promise.ts';
import { Representation } from './representation.ts';

const MIB = 1024 * 1024;
const LIMIT_BYTES = 32 * MIB;
/** The memory of a response beyond its bytes: strings, objects and the map entry. */
const OVERHEAD_BYTES = 700;

/** The number of keys that are remembered after their first request. */
const MAX_SEEN = 4_096;
/**
 * A page with a longer key is not cached. A key contains the parameters, which may have 16 KB, so that the remembered keys
 * alone could take 64 MB. The longest useful key, a list of 100 ids, has 2,300 characters.
 */
const MAX_KEY_LENGTH = 3 * 1024;

type CachedOn = 'first request' | 'second request';

/**
 * Caches encoded pages until the next commit of any process. A page is cached on its second request, because most pages
 * are requested once, when a client reads the whole list, and caching adds a tenth to the cost of building one. Evicts
 * the oldest pages when the cache takes too much memory.
 *
 * Pages that many clients request at once are better cached on the first request: the other requests arrive before it ends.
 */
export class ResponseCache {
  readonly #version: () => unknown;
  readonly #limitBytes: number;
  readonly #cachedOn: CachedOn;
  readonly #pages = new Map<string, Representation>();
  readonly #seen = new Set<string>();
  /** The version of the database that the cached pages show. */
  #cachedVersion: unknown;
  #bytes = 0;

  /**
   * @param version returns a value that changes with every commit.
   * @param share of the memory for this thread.
   */
  constructor(
    version: () => unknown,
    {
      limitBytes = LIMIT_BYTES,
      share = 1,
      cachedOn = 'second request',
    }: { limitBytes?: number; share?: number; cachedOn?: CachedOn } = {},
  ) {
    this.#version = version;
    this.#limitBytes = limitBytes * share;
    this.#cachedOn = cachedOn;
  }

  /** Returns the current page for a key if it is cached. */
  find(key: string): Representation | undefined {
    if (!this.#mayCache(key)) return undefined;
    // Read before a page is built: a commit in between then expires the page, even if it already contains the change.
    const version = this.#version();
    if (version !== this.#cachedVersion) this.#clear();
    this.#cachedVersion = version;
    return this.#pages.get(key);
  }

  /** Returns the current page for a key, or what `build` returns, and caches that if it is a page. */
  findOrBuild<Result>(
    key: string,
    build: () => MaybePromise<Representation | Result>,
  ): MaybePromise<Representation | Result> {
    const cached = this.find(key);
    if (cached !== undefined) return cached;
    const built = build();
    // While a promise waits, the store may change. Only a synchronous read is certainly of the version that `find` has read.
    if (built instanceof Representation) this.add(key, built);
    return built;
  }

  /**
   * Caches a page that was just built, after `find` has read the version of the store. By default the first call for a key only
   * remembers the key.
   */
  add(key: string, page: Representation): void {
    if (key.length > MAX_KEY_LENGTH) return;
    if (this.#cachedOn === 'first request' || this.#wasRequested(key)) this.#keep(key, page);
  }

  /** Returns false for a page that is not cached and will not be: it needs no version, which takes a system call. */
  #mayCache(key: string): boolean {
    return this.#cachedOn === 'first request' || this.#pages.has(key) || this.#seen.has(key);
  }

  #wasRequested(key: string): boolean {
    if (this.#seen.has(key)) return true;
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    this.#seen.add(key);
    return false;
  }

  #keep(key: string, page: Representation): void {
    this.#pages.set(key, page);
    this.#grow(memoryOf(key, page));
    page.onGrown = (bytes) => {
      if (this.#pages.get(key) === page) this.#grow(bytes);
    };
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    for (const [key, page] of this.#pages) {
      if (this.#bytes <= this.#limitBytes) return;
      this.#pages.delete(key);
      this.#bytes -= memoryOf(key, page);
    }
  }

  #clear(): void {
    this.#pages.clear();
    this.#bytes = 0;
  }
}

function memoryOf(key: string, page: Representation): number {
  return key.length + page.size + OVERHEAD_BYTES;
}
