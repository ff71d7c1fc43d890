import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { resultOf, type SearchResult } from '../search/search.ts';
import {
  candidateEndQuery,
  type KeySearch,
  MAX_CANDIDATES,
  matchQuery,
  SEARCH_LITERALS,
  type SearchPage,
} from '../search/search-query.ts';
import { readMatching } from '../search/word-comparison.ts';
import { foldWords } from '../search/words.ts';
import type { Pet } from './pet.ts';
import { petRange } from './pet-list-query.ts';
import { readPets } from './pet-queries.ts';

const matches = new PreparedQuery(
  (db, page: KeySearch) => matchQuery(db, petCandidates(db, page), [], page),
  SEARCH_LITERALS,
);
const end = new PreparedQuery(
  (db, page: KeySearch) => candidateEndQuery(petCandidates(db, page), page),
  SEARCH_LITERALS,
);

/** Returns a subquery of the pets after a position that meet the filters on pets. */
function petCandidates(db: Queries, page: KeySearch) {
  const candidates = petRange(db, { ...page, limit: MAX_CANDIDATES }).select('id as pet_id');
  return page.order === 'longest waiting' ? sql`${candidates.select('waiting_order')}` : sql`${candidates}`;
}

/** Finds the pets that match among the next ones, without a word by which the index could find them. */
export function findAmongPets(db: Queries, page: KeySearch): MaybePromise<SearchResult> {
  return andThen(matches.all(db, page), (rows) => resultOf(rows, page.limit, () => end.first(db, page)));
}

/** Finds the pets whose names have all words, among the next ones, and without the index. */
export function findByName(
  db: Queries,
  words: readonly string[],
  page: SearchPage,
): MaybePromise<SearchResult> {
  return andThen(findAmongPets(db, { ...page, limit: MAX_CANDIDATES + 1 }), (candidates) =>
    andThen(
      readMatching(candidates, { words, read: (ids) => readPets(db, ids), ...OF_PET }),
      ({ items, examined }) => {
        const ids = items.slice(0, page.limit - 1).map(({ id }) => id);
        return { ids, examined: ids.length < items.length ? ids.at(-1) : examined };
      },
    ),
  );
}

/** How the words of a search are compared with names. */
export const OF_PET = { idOf: ({ id }: Pet) => id, wordsOf: ({ name }: Pet) => foldWords(name) };
