import { quote } from '../../platform/core/errors.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { textFault } from '../../platform/http/requests/text.ts';
import { isEqual, petComparisons } from './filter-conditions.ts';
import { MIN_PREFIX, searchKeysOf } from './index-keys.ts';
import {
  candidateEndQuery,
  type KeySearch,
  MAX_CANDIDATES,
  matchQuery,
  prefixCandidates,
  SEARCH_LITERALS,
  type SearchPage,
} from './search-query.ts';
import { wordsOfSearch } from './words.ts';

/** The words of a search are compared for how frequent they are, starting with the longest ones. */
const MAX_COMPARED = 4;
/** The maximum number of keys that are looked up for each candidate. The words of a page are compared in any case. */
const MAX_LOOKED_UP = 8;
/** The maximum length of all words of a search: 100 syllables of Hangul have 300 letters. */
const MAX_LETTERS = 300;

/** Returns the words of a search, the longest first. */
export function searchWords(text: string): string[] {
  return [...wordsOfSearch(text)].sort((a, b) => b.length - a.length);
}

/** Returns what is wrong with the text of a search, as the end of a sentence that begins with the parameter; undefined if it is valid. */
export function searchTextFault(text: string): string | undefined {
  return (
    lettersFault(text) ??
    (isIndexed(searchWords(text))
      ? undefined
      : `must have a word of at least ${MIN_PREFIX} letters or digits, or one Chinese, Japanese, Korean, Thai, Lao, Khmer or Burmese letter`)
  );
}

/** As `searchTextFault`, for a search that also finds numbers and references, which may be short. */
export function typedTextFault(text: string): string | undefined {
  return lettersFault(text) ?? (searchWords(text).length > 0 ? undefined : 'must have a letter or a digit');
}

function lettersFault(text: string): string | undefined {
  const fault = textFault(text);
  if (fault !== undefined || searchWords(text).join('').length <= MAX_LETTERS) return fault;
  return `must have at most ${MAX_LETTERS} letters, where a character that is made of several letters counts as these`;
}

/** Returns true if a word can be looked up: those that are too short have no key in the index. */
export function isIndexed(words: readonly string[]): boolean {
  return words.some((word) => searchKeysOf(word).length > 0);
}

/**
 * Checks a parameter with the words of a search whose schema is `SEARCH_TEXT`.
 *
 * @throws {ApiError} `invalid_parameter` if no word can be looked up, unless the search is approximate.
 */
export function requireWords(name: string, text: string, approximate: 'true' | 'false' | undefined): void {
  const fault = approximate === 'true' ? undefined : searchTextFault(text);
  if (fault !== undefined) throw fieldError('invalid_parameter', name, `${fault}; got ${quote(text)}`);
}

/** Returns the first keys of the words in the index; words that are too short have none. */
export function indexedPrefixes(words: readonly string[]): string[] {
  return [...new Set(words.flatMap(searchKeysOf))].slice(0, MAX_LOOKED_UP);
}

/** The ids that match, in the order of the page. */
export interface SearchResult {
  readonly ids: readonly bigint[];
  /** The last id that was examined if there may be more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
}

const matchesOfPage = new PreparedQuery(
  (db, page: KeySearch) =>
    matchQuery(db, prefixCandidates(db, page), petComparisons(page).map(isEqual), page),
  SEARCH_LITERALS,
);
const endOfPage = new PreparedQuery(
  (db, page: KeySearch) => candidateEndQuery(prefixCandidates(db, page), page),
  SEARCH_LITERALS,
);

/**
 * Finds the pets with all prefixes among the next candidates.
 *
 * @param page its limit is one more than the page has.
 */
export function searchPets(
  db: Queries,
  prefixes: readonly string[],
  page: SearchPage,
): MaybePromise<SearchResult> {
  return andThen(rarestFirst(db, prefixes, page), ([prefix, ...others]) => {
    const search = { ...page, prefix, ...(others.length > 0 && { others }) };
    return andThen(matchesOfPage.all(db, search), (rows) =>
      resultOf(rows, page.limit, () => endOfPage.first(db, search)),
    );
  });
}

/** Returns the matches of a page. Only a page that is not full needs the end of its candidates. */
export function resultOf(
  rows: ReadonlyArray<{ id: bigint }>,
  limit: number,
  endOf: () => MaybePromise<{ count: bigint; last: bigint | null } | undefined>,
): MaybePromise<SearchResult> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === limit) return { ids: ids.slice(0, -1), examined: ids.at(-2) };
  return andThen(endOf(), (end) => ({
    ids,
    examined: end?.count === BigInt(MAX_CANDIDATES) ? (end.last ?? undefined) : undefined,
  }));
}

/** Puts the prefix first that has the fewest pets among the next candidates. */
function rarestFirst(
  db: Queries,
  prefixes: readonly string[],
  { order, after, inName, limit }: SearchPage,
): MaybePromise<readonly string[]> {
  if (prefixes.length === 1) return prefixes;
  const compared = prefixes.slice(0, MAX_COMPARED);
  let counts: MaybePromise<bigint[]> = [];
  for (const prefix of compared) {
    counts = andThen(counts, (known) =>
      andThen(endOfPage.first(db, { prefix, inName, order, after, limit }), (end) => [
        ...known,
        end?.count ?? 0n,
      ]),
    );
  }
  return andThen(counts, (known) => {
    const rarest = known.indexOf(known.reduce((a, b) => (a < b ? a : b)));
    const [first = ''] = prefixes.slice(rarest);
    return [first, ...prefixes.filter((prefix) => prefix !== first)];
  });
}
