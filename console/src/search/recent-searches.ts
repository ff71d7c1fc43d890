import { Store } from '../store.ts';

const NAME = 'petstore.searches';
const MAX = 5;

/** The last searches in this browser, newest first. */
export const recentSearches = new Store<readonly string[]>(read());

export function rememberSearch(words: string): void {
  const others = recentSearches.get().filter((other) => other !== words);
  save([words, ...others].slice(0, MAX));
}

export function forgetSearches(): void {
  save([]);
}

function save(searches: readonly string[]): void {
  localStorage.setItem(NAME, JSON.stringify(searches));
  recentSearches.set(searches);
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter((search) => typeof search === 'string').slice(0, MAX) : [];
  } catch {
    // Another program has changed it.
    return [];
  }
}
