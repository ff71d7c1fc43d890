import { setImmediate as nextTurn } from 'node:timers/promises';
import { int64FromDigits } from '../../platform/core/int64.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { ListOrder, SearchMatch } from '../../platform/http/responses/pagination.ts';
import { similarWords } from '../search/name-words.ts';
import type { ListingFilters } from '../search/pet-filters.ts';
import { isIndexed, searchWords } from '../search/search.ts';
import { isComparable } from '../search/similar-words.ts';
import { foldWords } from '../search/words.ts';
import { findAmongPets } from './pet-candidates.ts';
import { searchByName } from './pet-search.ts';

// A search that also understands numbers and half-remembered names (docs/adr/0080).

/** The words of a search that may be misspelt. */
const MAX_MISSPELT = 3;
/** The spellings of a search that are tried. Each is a search of its own. */
const MAX_SPELLINGS = 8;
/** The animals that may have one reference: each account that imports has its own. */
const MAX_OF_REFERENCE = 20;

export interface Found<Item> {
  readonly items: readonly Item[];
  /** The last id that was examined if there may be more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
  /** How the animals were found if not by the words of the search. */
  readonly match?: SearchMatch | undefined;
}

type ApproximatePage = ListingFilters & {
  readonly order: ListOrder;
  readonly after?: bigint | undefined;
  /** One more than the page has. */
  readonly limit: number;
};

interface Search<Item> {
  /** What the user has typed. */
  readonly text: string;
  readonly page: ApproximatePage;
  /** Finds the animals that have the words. */
  byWords(): MaybePromise<Found<Item>>;
  /** Returns those of the animals that exist, in the order of the ids. */
  read(ids: readonly bigint[]): MaybePromise<readonly Item[]>;
}

const NONE = { items: [], examined: undefined };

/**
 * Returns the animal with the number that was typed. Otherwise the animals with the words; if there are none, those that were
 * imported with this reference, and else those whose names are most like the words, on one page.
 */
export function searchApproximately<Item>(
  database: Database,
  { text, page, read, ...search }: Search<Item>,
): MaybePromise<Found<Item>> {
  // What is too short for the index of words may be a number or a reference.
  const byWords = isIndexed(searchWords(text)) ? search.byWords : () => NONE;
  if (page.after !== undefined) return byWords();
  const as = (match: SearchMatch, ids: readonly bigint[]) =>
    andThen(read(ids), (items) => ({ items, examined: undefined, match }));
  return andThen(withNumber(database.read, text, page), (numbered) => {
    if (numbered.length > 0) return as('id', numbered);
    return andThen(byWords(), (found) => {
      if (found.items.length > 0 || found.examined !== undefined) return found;
      return andThen(withReference(database.read, text, page), (imported) => {
        if (imported.length > 0) return as('reference', imported);
        return andThen(withSimilarName(database, text, page), (similar) =>
          similar.length > 0 ? as('similar', similar) : found,
        );
      });
    });
  });
}

/** People write the number of an animal as 3562 or #3562. */
function withNumber(db: Queries, text: string, page: ApproximatePage): MaybePromise<readonly bigint[]> {
  const [, digits = ''] = /^\s*#?(\d{1,19})\s*$/.exec(text) ?? [];
  const id = int64FromDigits(digits);
  return id === undefined ? [] : amongPets(db, [id], page);
}

const petsOfReference = new PreparedQuery((db, { reference, limit }: { reference: string; limit: number }) =>
  db
    .selectFrom('imported_pets')
    .select('pet_id')
    .where('reference', '=', reference)
    .orderBy('pet_id', 'desc')
    .limit(rowLimit(limit)),
);

function withReference(db: Queries, text: string, page: ApproximatePage): MaybePromise<readonly bigint[]> {
  return andThen(petsOfReference.all(db, { reference: text.trim(), limit: MAX_OF_REFERENCE }), (rows) =>
    amongPets(
      db,
      rows.map(({ pet_id }) => pet_id),
      page,
    ),
  );
}

/** Returns those of the animals that meet the filters. */
function amongPets(
  db: Queries,
  ids: readonly bigint[],
  page: ApproximatePage,
): MaybePromise<readonly bigint[]> {
  const petId = page.petId === undefined ? ids : ids.filter((id) => page.petId?.includes(id));
  if (petId.length === 0) return [];
  const listed = { ...page, petId, inName: false } as Parameters<typeof findAmongPets>[1]; // all filters or none, and the ids
  return andThen(findAmongPets(db, listed), (found) => found.ids);
}

/** Words that a name must have, instead of those of the search. */
interface Spelling {
  readonly words: readonly string[];
  /** The words that were replaced, which must be whole words of the name. */
  readonly whole: readonly string[];
  readonly difference: number;
}

function withSimilarName(
  database: Database,
  text: string,
  page: ApproximatePage,
): MaybePromise<readonly bigint[]> {
  return andThen(spellingsOf(database.read, searchWords(text)), (spellings) =>
    collect(database, spellings, page, []),
  );
}

/** Returns how the words may be spelt, the most similar spelling first; none if a word is like no name. */
async function spellingsOf(db: Queries, words: readonly string[]): Promise<readonly Spelling[]> {
  const misspelt = words.filter(isComparable).slice(0, MAX_MISSPELT);
  const others = words.filter((word) => !misspelt.includes(word));
  let spellings: readonly Spelling[] =
    misspelt.length === 0 ? [] : [{ words: others, whole: [], difference: 0 }];
  for (const searched of misspelt) {
    // Of names that are made to be alike, a word takes 15 ms.
    await nextTurn();
    const similar = await similarWords(db, searched);
    spellings = spellings
      .flatMap((spelling) =>
        similar.map(({ word, difference }) => ({
          words: [...spelling.words, word],
          whole: [...spelling.whole, word],
          difference: spelling.difference + difference,
        })),
      )
      .sort((one, other) => one.difference - other.difference)
      .slice(0, MAX_SPELLINGS);
  }
  return spellings;
}

/** Returns the animals of one spelling after another, as many as the page has. */
function collect(
  database: Database,
  [spelling, ...rest]: readonly Spelling[],
  page: ApproximatePage,
  known: readonly bigint[],
): MaybePromise<readonly bigint[]> {
  if (spelling === undefined || known.length >= page.limit - 1) return known.slice(0, page.limit - 1);
  return andThen(searchByName(database, spelling.words, page), ({ items }) => {
    const found = items.flatMap(({ id, name }) => {
      const { words } = foldWords(name);
      return spelling.whole.every((word) => words.has(word)) && !known.includes(id) ? [id] : [];
    });
    return collect(database, rest, page, [...known, ...found]);
  });
}
