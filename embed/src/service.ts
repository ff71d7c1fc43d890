import type { Language } from './language.ts';
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

/** @throws if the service does not respond with 200. */
export async function fetchListings(
  service: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<string> {
  // Without cookies: the service has none, and needs none.
  const response = await fetch(`${service}/adopt.json?${query}`, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.text();
}
