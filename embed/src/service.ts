import type { Language } from './language.ts';
import { type Listing, parseListings } from './listing.ts';
import { parseServiceAddress, type ServiceAddress } from './service-address.ts';

/** The address of this script, or of the page if the page contains the script. */
const SCRIPT = scriptAddress() || document.baseURI;

/**
 * Returns the address of this script. `import.meta` would be a syntax error in a classic script, and in a module
 * `currentScript` is null; then the script is found by its path.
 */
function scriptAddress(): string {
  if (document.currentScript instanceof HTMLScriptElement) return document.currentScript.src;
  const scripts = Array.from(document.scripts, ({ src }) => src);
  return scripts.find((src) => /\/embed\.js(\?|$)/.test(src)) ?? '';
}

/** Returns the service that the attribute names, or the one that this script was loaded from. */
export function serviceOf(attribute: string | null): ServiceAddress {
  return parseServiceAddress(attribute?.trim() || SCRIPT, self.origin.startsWith('https:'));
}

/** Returns the address of the page of all animals of a service. */
export function allAnimals(service: string, language: Language): string {
  return `${service}/adopt?lang=${language}`;
}

/**
 * Returns an address of a listing at the service: its own addresses begin with its `PUBLIC_URL`. Whatever it sends, a link
 * leads to no other service, and runs no script of the page.
 */
export function atService(service: string, address: string): string {
  const { pathname, search } = new URL(address, service);
  return `${service}${pathname}${search}`;
}

/** A page ends early if its animals have long texts; a few more pages have enough of them. */
const MAX_PAGES = 5;

/**
 * Returns the animals of a list: up to the `limit` of the query, from the first pages.
 *
 * @throws if the service does not respond with 200 to the first request.
 */
export async function fetchListings(
  service: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Listing[]> {
  const limit = Number(query.get('limit'));
  const found: Listing[] = [];
  let path = `/adopt.json?${query}`;
  for (let page = 1; page <= MAX_PAGES && path !== ''; page += 1) {
    // Without cookies: the service has none, and needs none.
    const response = await fetch(atService(service, path), { signal, credentials: 'omit' });
    if (!response.ok && page === 1) throw new Error(`status ${response.status}`);
    if (!response.ok) break;
    found.push(...parseListings(await response.text()));
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
    path = found.length < limit ? next : '';
  }
  return found.slice(0, limit);
}
