import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { SearchResult } from './search.ts';
import { type FoldedWords, matches } from './words.ts';

/**
 * What a page may take to compare words, as `FoldedWords.cost`: about 5 ms. 100 animals with texts of 750 letters with accents
 * take as much, or of 3,000 in ASCII.
 */
const MAX_COST = 75_000;
/** The number of comparisons of two words that take as long as folding one letter. */
const COMPARISONS_OF_COST = 12;
/** The number of animals that are read at once: a page may end before it has read all texts. */
const PORTION = 25;

interface Comparison<Item> {
  /** The words of the search. */
  readonly words: readonly string[];
  /** Returns those of the animals that still exist, in the order of the ids. */
  read(ids: readonly bigint[]): MaybePromise<readonly Item[]>;
  idOf(item: Item): bigint;
  wordsOf(item: Item): FoldedWords;
}

interface Matching<Item> {
  readonly items: readonly Item[];
  /** The last id that was examined if there may be more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
}

/**
 * Reads the animals that the index has found, and returns those that have all words of the search: the index has the beginnings
 * of long words, pairs of letters, none of very short words, and old entries. A page whose texts take too long ends early.
 */
export function readMatching<Item>(
  { ids, examined }: SearchResult,
  { words, read, idOf, wordsOf }: Comparison<Item>,
): MaybePromise<Matching<Item>> {
  const matching: Item[] = [];
  let cost = 0;
  const readFrom = (start: number): MaybePromise<Matching<Item>> => {
    if (start >= ids.length) return { items: matching, examined };
    return andThen(read(ids.slice(start, start + PORTION)), (items) => {
      for (const item of items) {
        const folded = wordsOf(item);
        if (matches(words, folded.words)) matching.push(item);
        cost += folded.cost + (folded.words.size * words.length) / COMPARISONS_OF_COST;
        const id = idOf(item);
        if (cost >= MAX_COST && id !== ids.at(-1)) return { items: matching, examined: id };
      }
      return readFrom(start + PORTION);
    });
  };
  return readFrom(0);
}
