import { isWithoutSpaces, partsOf, searchedParts } from './scripts-without-spaces.ts';

/** Shorter words are not in the index: almost every text has a word with a given first letter. */
export const MIN_PREFIX = 2;
/** Longer words are found by their first characters, and then compared with the text. */
const MAX_PREFIX = 12;

/**
 * The maximum number of keys of one text in the index, so that no change of a text writes more: about 4 ms in a large store.
 * About 5,000 characters of English have as many, or 500 of Chinese that never repeat. A search finds no words after these.
 */
export const MAX_KEYS = 1_000;

const SURROGATES = /[\ud800-\udfff]/;

/** Returns the keys of the index for a word of a search; none if it is too short. */
export function searchKeysOf(word: string): string[] {
  if (isWithoutSpaces(word)) return searchedParts(word);
  const characters = [...word].slice(0, MAX_PREFIX);
  return characters.length < MIN_PREFIX ? [] : [characters.join('')];
}

/** Returns all keys of the index by which the words are found. */
export function prefixesOf(words: Iterable<string>): Set<string> {
  const prefixes = new Set<string>();
  for (const word of words) addPrefixes(word, prefixes);
  return prefixes;
}

function addPrefixes(word: string, prefixes: Set<string>): void {
  if (isWithoutSpaces(word)) for (const part of partsOf(word)) prefixes.add(part);
  else addBeginnings(word, prefixes);
}

function addBeginnings(word: string, prefixes: Set<string>): void {
  // A character is a code point.
  const characters = SURROGATES.test(word) ? [...word] : undefined;
  const end = Math.min(characters?.length ?? word.length, MAX_PREFIX);
  for (let length = MIN_PREFIX; length <= end; length += 1) {
    prefixes.add(characters?.slice(0, length).join('') ?? word.slice(0, length));
  }
}

/** The first words of a text, as many as have `MAX_KEYS` keys. */
export class FirstWords {
  readonly words = new Set<string>();
  /** An upper bound of the number of keys, which is enough for most texts. */
  #atMost = 0;
  /** The keys of all words; undefined while the upper bound is small enough. */
  #keys: Set<string> | undefined;

  /** Adds a word, or the beginning of it that fits in a script without spaces. Returns false if no more words fit. */
  add(word: string): boolean {
    if (this.words.has(word)) return true;
    const most = maxKeysOf(word);
    this.#atMost += most;
    if (this.#atMost > MAX_KEYS) {
      this.#keys ??= prefixesOf(this.words);
      // A word of one letter has no key.
      const room = MAX_KEYS - Math.max(this.#keys.size, this.words.size);
      if (most > room) {
        const beginning = isWithoutSpaces(word) ? cutText(word, Math.floor(room / 2)) : '';
        if (beginning !== '') this.words.add(beginning);
        return false;
      }
      addPrefixes(word, this.#keys);
    }
    this.words.add(word);
    return true;
  }
}

function maxKeysOf(word: string): number {
  return isWithoutSpaces(word) ? 2 * word.length : Math.min(word.length, MAX_PREFIX);
}

/** Returns up to `length` code units of a text, without half of a character at the end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  return text.slice(0, isHalf ? length - 1 : length);
}
