// cspell:ignore sitemapindex
import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { type PetPage, petRange } from '../../../catalogue/pets/pet-list-query.ts';
import { NO_FILTERS } from '../../../catalogue/search/pet-filters.ts';
import { MINUTE, timeText } from '../../../platform/core/clock.ts';
import { ApiError, overloaded } from '../../../platform/core/errors.ts';
import { INT64_MAX, int64FromDigits } from '../../../platform/core/int64.ts';
import { oneAtATime, singleFlightByKey } from '../../../platform/core/tasks/single-flight.ts';
import type { Database } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { html } from '../../../platform/http/html.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { ResponseCache } from '../../../platform/http/responses/response-cache.ts';
import { animalPath, LIST_PATH, SITEMAP_FILE_PATH } from '../addresses.ts';
import type { Site, Visit } from '../public-page.ts';

export const SITEMAP_TYPE = 'application/xml; charset=utf-8';

/**
 * The animals of a file are those whose ids divided by this number are rounded up to the number of the file: at most 5,000
 * addresses, in an ordinary file 0.6 MB. With the longest names and a `PUBLIC_URL` of 1,000 characters it stays below 10 MB.
 * Sitemaps may have 50,000 addresses and 50 MB (sitemaps.org).
 */
const IDS_OF_FILE = 5_000n;
/** The file with the address of the list. No animal has an id that belongs to it. */
const LIST_FILE = 0n;
/** The newest files are in the index, which has 0.5 MB then. */
const MAX_FILES = 5_000;
const PAGE_SIZE = 100;
/** How old a file may be. */
const MAX_AGE_MS = 10 * MINUTE;
/** The memory of all files that are kept. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** How many files may wait to be written. One is written at a time. */
const MAX_WAITING = 8;

const NEWEST = { ...NO_FILTERS, status: 'available', order: 'newest first' } as const;
const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const COLUMNS = ['id', 'name', 'updated_at'] as const;
type Animal = Pick<Selectable<Tables['pets']>, (typeof COLUMNS)[number]>;

/** Reads what the address of an animal needs, without its profile and its photos. */
const petsOfPage = new PreparedQuery((db, page: PetPage) => petRange(db, page).select(COLUMNS), ['order']);

/** Lists the pages of all available animals for search engines: an index, and files by ranges of ids. */
export class Sitemap {
  readonly #site: Site;
  readonly #database: Database;
  /** By the clock of the service. */
  #now = 0;
  readonly #cache: ResponseCache;
  readonly #inTurn = oneAtATime();
  #waiting = 0;

  /** @param share of the memory for this thread. */
  constructor(site: Site, database: Database, share = 1) {
    this.#site = site;
    this.#database = database;
    this.#cache = new ResponseCache(() => Math.floor(this.#now / MAX_AGE_MS), {
      cachedOn: 'first request',
      limitBytes: CACHE_BYTES,
      share,
    });
  }

  readonly index = (visit: Visit) => this.#find('index', visit, () => this.#writeIndex());

  readonly file = (visit: Visit) => {
    const given = visit.params.file ?? '';
    const file = int64FromDigits(given);
    if (file === undefined || !isFile(file) || String(file) !== given) throw fileNotFound();
    return this.#find(given, visit, () => this.#writeFile(file));
  };

  #find(
    name: string,
    { now }: Visit,
    write: () => Promise<string>,
  ): Representation | Promise<Representation> {
    this.#now = now;
    return this.#cache.find(name) ?? this.#writeOnce(name, write);
  }

  readonly #writeOnce = singleFlightByKey(async (name: string, write: () => Promise<string>) => {
    if (this.#waiting >= MAX_WAITING)
      throw overloaded('Many sitemaps are being written. Try again in a moment.');
    this.#waiting += 1;
    try {
      const text = Representation.tagged(await this.#inTurn(write));
      this.#cache.add(name, text);
      return text;
    } finally {
      this.#waiting -= 1;
    }
  });

  /** Looks for the newest animal of each file only. */
  async #writeIndex(): Promise<string> {
    const files = [LIST_FILE];
    let after: bigint | undefined;
    while (files.length < MAX_FILES) {
      const [newest] = await petsOfPage.all(this.#database.read, { ...NEWEST, after, limit: 1 });
      if (newest === undefined) break;
      const file = (newest.id - 1n) / IDS_OF_FILE + 1n;
      files.push(file);
      after = firstIdOf(file);
      if (files.length % PAGE_SIZE === 0) await setImmediate();
    }
    const { publicUrl } = this.#site;
    const items = files.map((file) => {
      const path = SITEMAP_FILE_PATH.replace(':file', String(file));
      return html`<sitemap><loc>${publicUrl}${path}</loc></sitemap>\n`;
    });
    return `${HEAD}<sitemapindex ${NAMESPACE}>\n${items.join('')}</sitemapindex>\n`;
  }

  /** Reads page by page, and lets other requests run in between. */
  async #writeFile(file: bigint): Promise<string> {
    const parts: string[] = file === LIST_FILE ? [this.#entry(LIST_PATH)] : [];
    const first = firstIdOf(file);
    let after: bigint | undefined = first + IDS_OF_FILE;
    while (after !== undefined && after > first) {
      const found = await petsOfPage.all(this.#database.read, { ...NEWEST, after, limit: PAGE_SIZE });
      const own = found.filter(({ id }) => id >= first);
      parts.push(own.map((animal) => this.#animal(animal)).join(''));
      after = own.length === PAGE_SIZE ? own.at(-1)?.id : undefined;
      await setImmediate();
    }
    const text = parts.join('');
    if (text === '') throw fileNotFound();
    return `${HEAD}<urlset ${NAMESPACE}>\n${text}</urlset>\n`;
  }

  #animal(animal: Animal): string {
    return this.#entry(animalPath(animal), animal.updated_at);
  }

  #entry(path: string, updatedAt: bigint | null = null): string {
    const changed = updatedAt !== null && html`<lastmod>${timeText(updatedAt)}</lastmod>`;
    return html`<url><loc>${this.#site.publicUrl}${path}</loc>${changed}</url>\n`.toString();
  }
}

function isFile(file: bigint): boolean {
  return file >= LIST_FILE && file <= INT64_MAX / IDS_OF_FILE;
}

function firstIdOf(file: bigint): bigint {
  return (file - 1n) * IDS_OF_FILE + 1n;
}

function fileNotFound(): ApiError {
  return new ApiError('route_not_found', 'There is no sitemap at this path. All are in /sitemap.xml.');
}
