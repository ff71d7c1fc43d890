import type { Language } from './language.ts';

/** The origin of the service: the one that this script was loaded from. */
const ORIGIN = new URL(scriptAddress(), document.baseURI).origin;

/**
 * Returns the address of this script. `import.meta` would be a syntax error in a classic script, and in a module
 * `currentScript` is null; then the script is found by its path.
 */
function scriptAddress(): string {
  if (document.currentScript instanceof HTMLScriptElement) return document.currentScript.src;
  const scripts = Array.from(document.scripts, ({ src }) => src);
  return scripts.find((src) => /\/embed\.js(\?|$)/.test(src)) ?? '';
}

/** Returns the address of the page of all animals. */
export function allAnimals(language: Language): string {
  return `${ORIGIN}/adopt?lang=${language}`;
}

/** @throws if the service does not respond with 200. */
export async function fetchListings(query: URLSearchParams, signal: AbortSignal): Promise<string> {
  // Without cookies: the service has none, and needs none.
  const response = await fetch(`${ORIGIN}/adopt.json?${query}`, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.text();
}
