import { isWithoutSpaces } from './scripts-without-spaces.ts';

// The words of names that a search without a result is compared with, and how alike two words are (docs/adr/0080).

/** Shorter words are like too many others. */
const MIN_LETTERS = 3;
/** Bounds what a name writes: each letter is one entry of the index. */
const MAX_LETTERS = 30;
/** A search may be a part of a name that has this many more letters. */
export const MAX_MISSING = 4;
/** A name may lack this many letters of a search. */
export const MAX_ADDED = 2;

const LETTER = /\p{L}/u;

/** Returns true for a word that can be like another one: in scripts without spaces, any part of a word is found anyway. */
export function isComparable(word: string): boolean {
  if (!LETTER.test(word) || isWithoutSpaces(word)) return false;
  const letters = lettersOf(word);
  return letters >= MIN_LETTERS && letters <= MAX_LETTERS;
}

/** Returns the number of code points. */
export function lettersOf(word: string): number {
  return [...word].length;
}

/** Returns all runs of three letters, with a space before and after the word: " re", "rex" and "ex " of "rex". */
export function trigramsOf(word: string): string[] {
  const letters = [' ', ...word, ' '];
  return [...new Set(letters.slice(2).map((_, n) => letters.slice(n, n + 3).join('')))];
}

/**
 * Returns how different a word is from a searched one, as a number of letters that were added, left out, replaced, or exchanged
 * with the next one; undefined if it is too different. A word that contains the searched one counts as one letter different at most.
 */
export function differenceOf(searched: string, word: string): number | undefined {
  const distance = distanceOf([...searched], [...word]);
  if (word.includes(searched)) return Math.min(distance, 1);
  return distance <= maxDistance(lettersOf(searched)) ? distance : undefined;
}

function maxDistance(letters: number): number {
  if (letters <= 4) return 1;
  return letters <= 7 ? 2 : 3;
}

/** The optimal string alignment distance. */
function distanceOf(one: readonly string[], other: readonly string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [i, letter] of one.entries()) {
    const row = [i + 1];
    for (const [j, otherLetter] of other.entries()) {
      const replaced = at(last, j) + (letter === otherLetter ? 0 : 1);
      let least = Math.min(replaced, at(last, j + 1) + 1, at(row, j) + 1);
      if (i > 0 && j > 0 && letter === other[j - 1] && otherLetter === one[i - 1])
        least = Math.min(least, at(beforeLast, j - 1) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, other.length);
}

function at(row: readonly number[], position: number): number {
  return row[position] ?? Number.POSITIVE_INFINITY;
}
