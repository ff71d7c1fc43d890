// cspell:ignore ˁˈˊˋ Malley omalley
import { toPlainLetters } from './plain-letters.ts';
import {
  fromFirstCharacter,
  isWithoutSpaces,
  joinVoicedKana,
  partsOf,
  searchedParts,
  WITHOUT_SPACES_CLASS,
} from './scripts-without-spaces.ts';

/** Shorter words are not in the index: almost every text has a word with a given first letter. */
export const MIN_PREFIX = 2;
/** Longer words are found by their first characters, and then compared with the text. */
const MAX_PREFIX = 12;

const MARKS = /\p{M}+/gu;
/** Folding changes only the case of these texts. It takes several times as long for others. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;
const ASCII_JOINED = /[a-z0-9]+(?:['`][a-z0-9]+)+/g;
const SURROGATES = /[\ud800-\udfff]/;

/** The acute accent that stands alone, in both forms of Unicode. NFKD would make a space of it. */
const ACUTE = /[\u00b4\u1ffd]/g;
/** Apostrophes, and the dot in the middle of the Catalan `l·l`: people type each of them for the others, or leave them out. */
const APOSTROPHES = /['`·‘’‛′ʹ-ˁˈˊˋ׳ꞌ]/gu;
const LETTER = `[[\\p{L}\\p{N}]--[${WITHOUT_SPACES_CLASS}]]`;
/** Words of other scripts with apostrophes between their letters, or words of scripts without spaces. */
const WORD = new RegExp(`${LETTER}+(?:'${LETTER}+)*|[${WITHOUT_SPACES_CLASS}]+`, 'gv');

/**
 * Returns the distinct words of a text: runs of letters and digits, without case, accents and other marks, in one of
 * the forms that Unicode regards as compatible (NFKD), and with the plain letters of Latin. A word with an apostrophe is
 * there in its parts, and as one: `O'Malley` has `o`, `malley` and `omalley`.
 */
export function wordsOf(text: string): Set<string> {
  const { words, joined } = findWords(text);
  return joined.length === 0 ? words : words.union(new Set(joined));
}

/** Returns the distinct words of a search, of which those with an apostrophe are there in their parts only. */
export function wordsOfSearch(text: string): Set<string> {
  return findWords(text).words;
}

interface Words {
  readonly words: Set<string>;
  /** The words with apostrophes, without these. */
  readonly joined: readonly string[];
}

function findWords(text: string): Words {
  if (ASCII.test(text)) return findAsciiWords(text.toLowerCase());
  const words = new Set<string>();
  const joined: string[] = [];
  for (const found of fold(text).match(WORD) ?? []) {
    if (isWithoutSpaces(found)) {
      const word = fromFirstCharacter(found);
      if (word !== '') words.add(word);
    } else if (found.includes("'")) {
      const parts = found.split("'");
      for (const part of parts) words.add(part);
      joined.push(parts.join(''));
    } else words.add(found);
  }
  return { words, joined };
}

function findAsciiWords(text: string): Words {
  const words = new Set(text.match(ASCII_WORD));
  if (!text.includes("'") && !text.includes('`')) return { words, joined: [] };
  const joined = text.match(ASCII_JOINED) ?? [];
  return { words, joined: joined.map((word) => word.replaceAll(/['`]/g, '')) };
}

/**
 * Upper case before lower case, because it unites `ß` with `ss`, and lower case before that, because `ẞ` is upper case
 * already.
 */
function fold(text: string): string {
  const folded = text
    .replaceAll(ACUTE, "'")
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD');
  return toPlainLetters(joinVoicedKana(folded).replaceAll(MARKS, ''))
    .replaceAll(APOSTROPHES, "'")
    .replaceAll('ς', 'σ');
}

/** Returns the keys of the index for a word of a search; none if it is too short. */
export function searchKeysOf(word: string): string[] {
  if (isWithoutSpaces(word)) return searchedParts(word);
  const characters = [...word].slice(0, MAX_PREFIX);
  return characters.length < MIN_PREFIX ? [] : [characters.join('')];
}

/** Returns all keys of the index by which the words are found. */
export function prefixesOf(words: Iterable<string>): Set<string> {
  const prefixes = new Set<string>();
  for (const word of words) {
    if (isWithoutSpaces(word)) for (const part of partsOf(word)) prefixes.add(part);
    else addBeginnings(word, prefixes);
  }
  return prefixes;
}

function addBeginnings(word: string, prefixes: Set<string>): void {
  // A character is a code point.
  const characters = SURROGATES.test(word) ? [...word] : undefined;
  const end = Math.min(characters?.length ?? word.length, MAX_PREFIX);
  for (let length = MIN_PREFIX; length <= end; length += 1) {
    prefixes.add(characters?.slice(0, length).join('') ?? word.slice(0, length));
  }
}

/** Returns true if each word of a search is the beginning of one of the words, or a part in the scripts without spaces. */
export function matches(search: readonly string[], words: Iterable<string>): boolean {
  const all = [...words];
  return search.every((searched) =>
    isWithoutSpaces(searched)
      ? all.some((word) => word.includes(searched))
      : all.some((word) => word.startsWith(searched)),
  );
}
