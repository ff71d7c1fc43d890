// cspell:ignore ˁˈˊˋ Malley omalley
import { cutText, FirstWords } from './index-keys.ts';
import { toPlainLetters } from './plain-letters.ts';
import {
  fromFirstCharacter,
  isWithoutSpaces,
  joinVoicedKana,
  WITHOUT_SPACES_CLASS,
} from './scripts-without-spaces.ts';

/** Texts are folded in pieces of about this length, until their first words are known: one character may become 18. */
const PIECE = 512;
/** The maximum length of the decomposed pieces of a text. It is reached by texts that repeat few words. */
const MAX_FOLDED = 20_000;
/** Folding text in ASCII takes about a quarter of the time. */
const ASCII_COST = 1 / 4;

const MARKS = /\p{M}+/gu;
/** Folding changes only the case of these texts. It takes several times as long for others. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;
const ASCII_JOINED = /[a-z0-9]+(?:['`][a-z0-9]+)+/g;

/** White space, or a full stop of a script without spaces: no word has one. */
const GAP = /[\s、。，！？]/;

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
  return foldWords(text).words;
}

export interface FoldedWords {
  readonly words: Set<string>;
  /** What it took to fold them, in code units that are not in ASCII: about 60 ns each. */
  readonly cost: number;
}

/** Returns the words of a text, or its first ones if it is long (`MAX_KEYS`, `MAX_FOLDED`). */
export function foldWords(text: string): FoldedWords {
  const first = new FirstWords();
  let cost = 0;
  let folded = 0;
  for (let at = 0; at < text.length && folded < MAX_FOLDED; ) {
    const piece = pieceOf(text, at);
    const { words, joined, length } = findWords(piece);
    at += piece.length;
    folded += length;
    cost += ASCII.test(piece) ? length * ASCII_COST : length;
    for (const word of words) if (!first.add(word)) return { words: first.words, cost };
    for (const word of joined) if (!first.add(word)) return { words: first.words, cost };
  }
  return { words: first.words, cost };
}

/** Returns the next piece of a text. It ends between two words, if there is such a place in its second half. */
function pieceOf(text: string, at: number): string {
  const piece = cutText(text.slice(at, at + PIECE + 1), PIECE);
  if (at + piece.length === text.length) return piece;
  for (let end = piece.length; end > PIECE / 2; end -= 1) {
    if (GAP.test(piece.charAt(end - 1))) return piece.slice(0, end);
  }
  return piece;
}

/** Returns the distinct words of a search, of which those with an apostrophe are there in their parts only. */
export function wordsOfSearch(text: string): Set<string> {
  return findWords(text).words;
}

interface Words {
  readonly words: Set<string>;
  /** The words with apostrophes, without these. */
  readonly joined: readonly string[];
  /** The length of the text in its decomposed form. */
  readonly length: number;
}

function findWords(text: string): Words {
  if (ASCII.test(text)) return findAsciiWords(text.toLowerCase());
  const words = new Set<string>();
  const joined: string[] = [];
  const decomposed = text.replaceAll(ACUTE, "'").normalize('NFKD');
  for (const found of fold(decomposed).match(WORD) ?? []) {
    if (isWithoutSpaces(found)) {
      const word = fromFirstCharacter(found);
      if (word !== '') words.add(word);
    } else if (found.includes("'")) {
      const parts = found.split("'");
      for (const part of parts) words.add(part);
      joined.push(parts.join(''));
    } else words.add(found);
  }
  return { words, joined, length: decomposed.length };
}

function findAsciiWords(text: string): Words {
  const words = new Set(text.match(ASCII_WORD));
  const { length } = text;
  if (!text.includes("'") && !text.includes('`')) return { words, joined: [], length };
  const joined = text.match(ASCII_JOINED) ?? [];
  return { words, joined: joined.map((word) => word.replaceAll(/['`]/g, '')), length };
}

/**
 * Folds a decomposed text. Upper case before lower case, because it unites `ß` with `ss`, and lower case before that, because
 * `ẞ` is upper case already.
 */
function fold(decomposed: string): string {
  const folded = decomposed.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
  return toPlainLetters(joinVoicedKana(folded).replaceAll(MARKS, ''))
    .replaceAll(APOSTROPHES, "'")
    .replaceAll('ς', 'σ');
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
