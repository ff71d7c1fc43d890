import { setImmediate } from 'node:timers/promises';
import { MINUTE, timeText } from '../../core/clock.ts';
import { singleFlight } from '../../core/tasks/single-flight.ts';
import type { Database } from '../../database/database.ts';
import { Representation } from '../../http/responses/representation.ts';
import type { Listing } from '../../listings/listing.ts';
import { listListings } from '../../listings/listing-search.ts';
import { animalPath, LIST_PATH } from '../addresses.ts';
import { type Html, html } from '../html/html.ts';
import type { Site, Visit } from '../public-page.ts';
import { filtersIn, searchFor } from '../visitor-search.ts';

export const SITEMAP_TYPE = 'application/xml; charset=utf-8';
/** The maximum of a sitemap (sitemaps.org). The newest animals are in it. */
const MAX_ADDRESSES = 50_000;
const PAGE_SIZE = 100;
/** How old it may be: it reads every available animal. */
const MAX_AGE_MS = 10 * MINUTE;

const NO_FILTERS = filtersIn(new URLSearchParams());

/** Lists the pages of all available animals for search engines. It is written at most every ten minutes. */
export class Sitemap {
  readonly #site: Site;
  readonly #database: Database;
  #written: { readonly at: number; readonly text: Representation } | undefined;
  /** When the run that is needed next begins, by the clock of the service. */
  #now = 0;
  readonly #writeOnce = singleFlight(() => this.#write());

  constructor(site: Site, database: Database) {
    this.#site = site;
    this.#database = database;
  }

  readonly render = ({ now }: Visit): Representation | Promise<Representation> => {
    const written = this.#written;
    if (written !== undefined && Math.abs(now - written.at) < MAX_AGE_MS) return written.text;
    this.#now = now;
    return this.#writeOnce();
  };

  async #write(): Promise<Representation> {
    const at = this.#now;
    const { publicUrl } = this.#site;
    const addresses = await this.#addresses();
    const text = Representation.tagged(
      html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${publicUrl}${LIST_PATH}</loc></url>
${addresses}</urlset>
`.toString(),
    );
    this.#written = { at, text };
    return text;
  }

  /** Reads page by page, and lets other requests run in between. */
  async #addresses(): Promise<Html[]> {
    const found: Html[] = [];
    let after: bigint | undefined;
    do {
      const page = { order: 'newest first', after, rowLimit: PAGE_SIZE + 1 } as const;
      const { items, examined } = await listListings(this.#database, searchFor(NO_FILTERS, page, this.#now));
      found.push(...items.map((listing) => this.#address(listing)));
      after = examined;
      await setImmediate();
    } while (after !== undefined && found.length + PAGE_SIZE < MAX_ADDRESSES);
    return found;
  }

  #address({ pet, updatedAt }: Listing): Html {
    const changed = updatedAt !== null && html`<lastmod>${timeText(updatedAt)}</lastmod>`;
    return html`<url><loc>${this.#site.publicUrl}${animalPath(pet)}</loc>${changed}</url>\n`;
  }
}
