// cspell:ignore Hira Bopo Laoo Khmr Mymr
// Scripts whose words are found by any part of them: those that are written without spaces between words, and Korean,
// which adds endings and other words to a word.

const SCRIPTS = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'];

/** The content of a character class, with the flag `v`: the letters and digits of these scripts. */
export const WITHOUT_SPACES_CLASS = `[\\p{L}\\p{N}]&&[${SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`;

const WITHOUT_SPACES = new RegExp(`^[${WITHOUT_SPACES_CLASS}]`, 'v');

/** Returns true if the word is of one of these scripts. A word is of these scripts only, or of others only. */
export function isWithoutSpaces(word: string): boolean {
  return WITHOUT_SPACES.test(word);
}

/** A kana with a voiced or semi-voiced mark, which NFKD separates: `が` is another letter than `か`. */
const VOICED_KANA = /[\u3041-\u30ff][\u3099\u309a]/g;

/** Puts kana and their marks together again. */
export function joinVoicedKana(text: string): string {
  return text.replaceAll(VOICED_KANA, (pair) => pair.normalize('NFC'));
}

/** Vowels and final consonants of Hangul, which cannot begin a syllable. */
const INCOMPLETE = /^[\u1160-\u11ff\ud7b0-\ud7fb]+/;

/** Returns the word from its first complete character on. */
export function fromFirstCharacter(word: string): string {
  return word.replace(INCOMPLETE, '');
}

/** A syllable of Hangul without its final consonant, in the order of NFKD: consonant and vowel. Or any other character. */
const CHARACTER = /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6]?|[^\u1160-\u11ff\ud7b0-\ud7fb]/gu;
const CONSONANT = /^[\u1100-\u115f\ua960-\ua97c]$/;

/** Returns the keys of the index of a word: its characters and pairs of characters, so at most two for each character. */
export function partsOf(word: string): string[] {
  const characters = word.match(CHARACTER) ?? [];
  return characters.flatMap((character, n) => {
    const next = characters[n + 1];
    return next === undefined ? [character] : [character, character + next];
  });
}

/**
 * Returns keys that every word has in the index which contains this one: pairs that cover it, or its only character. The
 * last syllable of Hangul may be incomplete, as while it is typed: `가` and `강ㅇ` find `강아지`. A single consonant has no key.
 */
export function searchedParts(word: string): string[] {
  const characters: string[] = word.match(CHARACTER) ?? [];
  if (CONSONANT.test(characters.at(-1) ?? '')) characters.pop();
  if (characters.length < 2) return characters;
  const parts: string[] = [];
  for (let n = 0; n < characters.length; n += 2) {
    parts.push(characters.slice(Math.min(n, characters.length - 2), n + 2).join(''));
  }
  return parts;
}
