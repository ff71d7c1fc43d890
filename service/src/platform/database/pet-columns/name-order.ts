import { once } from '../../core/tasks/single-flight.ts';
import type { Queries } from '../database.ts';
import { engineOf } from '../prepared-query.ts';

/** The letters between U+00C0 and U+017F that Unicode does not decompose into plain ones. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  Æ: 'ae',
  Ð: 'd',
  Ø: 'o',
  Þ: 'th',
  ß: 'ss',
  Đ: 'd',
  Ħ: 'h',
  ı: 'i',
  ĸ: 'q',
  Ł: 'l',
  Ŋ: 'n',
  Œ: 'oe',
  Ŧ: 't',
};

/**
 * Returns the letters of European alphabets with the plain small letters that stand for them in an order by name. The generated
 * column of PostgreSQL was made of them (`0026-sorted-listings`), so another letter needs a migration there.
 */
export function* plainLetters(): Generator<readonly [letter: string, plain: string]> {
  for (let code = 0xc0; code < 0x180; code += 1) {
    const letter = String.fromCodePoint(code);
    const decomposed = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    const plain = OTHER_LETTERS[letter] ?? OTHER_LETTERS[letter.toUpperCase()] ?? decomposed.toLowerCase();
    if (/^[a-z]+$/.test(plain)) yield [letter, plain];
  }
}

const plain = once((): ReadonlyMap<string, string> => new Map(plainLetters()));

/**
 * What of a name sorts it: 100 characters, which are at most 400 bytes. PostgreSQL refuses an entry of an index of more than 2,704
 * bytes, and a cursor has the text as well.
 */
export const MAX_SORTED_CHARACTERS = 100;

/** Returns what PostgreSQL generates for a name: its start in small letters without accents. */
export function nameOrder(name: string): string {
  const start =
    name.length <= MAX_SORTED_CHARACTERS ? name : [...name].slice(0, MAX_SORTED_CHARACTERS).join('');
  return start.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(/[À-ſ]/g, plainOf);
}

function plainOf(letter: string): string {
  return plain().get(letter) ?? letter;
}

/** Returns what every statement that writes the name of a pet must set with it. */
export function nameOrderColumn(db: Queries, name: string): { name_order?: string } {
  return engineOf(db).generatesNameOrder ? {} : { name_order: nameOrder(name) };
}
