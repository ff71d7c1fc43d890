import { Observable } from '../observable.ts';
import { StoredSetting } from '../stored-setting.ts';

const storedSearches = new StoredSetting('petstore.searches');
const MAX = 5;

/** The last searches in this browser, newest first. */
export const recentSearches = new Observable<readonly string[]>(read());

export function rememberSearch(words: string): void {
  const others = recentSearches.get().filter((other) => other !== words);
  save([words, ...others].slice(0, MAX));
}

export function forgetSearches(): void {
  save([]);
}

function save(searches: readonly string[]): void {
  storedSearches.saveJson(searches);
  recentSearches.set(searches);
}

function read(): readonly string[] {
  const stored = storedSearches.readJson();
  return Array.isArray(stored) ? stored.filter((search) => typeof search === 'string').slice(0, MAX) : [];
}
