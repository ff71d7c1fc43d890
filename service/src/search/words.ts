/** Shorter words are not in the index: almost every text has a word with a given first letter. */
export const MIN_PREFIX = 2;
/** Longer words are found by their first characters, and then compared with the text. */
const MAX_PREFIX = 12;

const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** Folding changes only the case of these texts. It takes three times as long for others. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;
const SURROGATES = /[\ud800-\udfff]/;

/**
 * Returns the distinct words of a text: runs of letters and digits, without case, accents and other marks, and in one of
 * the forms that Unicode regards as compatible (NFKD). Upper case before lower case, because it unites `ß` with `ss`,
 * and lower case before that, because `ẞ` is upper case already.
 */
export function wordsOf(text: string): Set<string> {
  if (ASCII.test(text)) return new Set(text.toLowerCase().match(ASCII_WORD));
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll('ς', 'σ');
  return new Set(folded.match(WORD));
}

/** Returns the key of the index for a word of a search. */
export function prefixOf(word: string): string {
  return [...word].slice(0, MAX_PREFIX).join('');
}

/** Returns all keys of the index by which the words are found. */
export function prefixesOf(words: Iterable<string>): Set<string> {
  const prefixes = new Set<string>();
  for (const word of words) {
    // A character is a code point.
    const characters = SURROGATES.test(word) ? [...word] : undefined;
    const end = Math.min(characters?.length ?? word.length, MAX_PREFIX);
    for (let length = MIN_PREFIX; length <= end; length += 1) {
      prefixes.add(characters?.slice(0, length).join('') ?? word.slice(0, length));
    }
  }
  return prefixes;
}

/** Returns true if each word of a search is the beginning of one of the words. */
export function matches(search: readonly string[], words: Iterable<string>): boolean {
  const all = [...words];
  return search.every((prefix) => all.some((word) => word.startsWith(prefix)));
}
