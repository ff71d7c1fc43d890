import { readAmount } from '../values/amounts.ts';
import { isBlank } from '../values/cell-texts.ts';
import { readDate } from '../values/dates.ts';
import { kindOf } from '../values/kinds.ts';
import { meaningOf } from '../values/vocabulary.ts';
import { WORD_FIELDS, type WordField, type WordMeaning } from '../values/words.ts';
import type { CountedValue } from './column-survey.ts';

/** What a value of a column means in each field in which it is understood. */
export interface ValueMeanings {
  readonly words: Readonly<Partial<Record<WordField, WordMeaning>>>;
  /** Its dates by the order of day and month. */
  readonly dayFirst?: string;
  readonly monthFirst?: string;
  readonly amount?: string;
  /** The category that the value names: an id in digits. */
  readonly categoryId?: string;
}

export function meaningsOf(text: string, now: number, categoryId: bigint | undefined): ValueMeanings {
  const words = WORD_FIELDS.flatMap((field) => {
    const meaning = isBlank(text) ? undefined : meaningOf(field, text);
    return meaning === undefined ? [] : [[field, meaning] as const];
  });
  const reading = readDate(text, now);
  const amount = readAmount(text)?.amount;
  return {
    words: Object.fromEntries(words),
    ...(reading?.dayFirst !== undefined && { dayFirst: reading.dayFirst }),
    ...(reading?.monthFirst !== undefined && { monthFirst: reading.monthFirst }),
    ...(amount !== undefined && { amount }),
    ...(categoryId !== undefined && { categoryId: String(categoryId) }),
  };
}

/** A category that exists. */
export interface KnownCategory {
  readonly id: bigint;
  readonly name: string | null;
}

/**
 * Returns the category of each kind: the one with its number or its name in singular, plural or another language, or else a
 * new one with the next number.
 */
export function categoriesOf(
  values: readonly Pick<CountedValue, 'text'>[],
  categories: readonly KnownCategory[],
): ReadonlyMap<string, bigint> {
  const known = new Map(categories.map(({ id, name }) => [name === null ? String(id) : kindOf(name), id]));
  let last = categories.reduce((highest, { id }) => (id > highest ? id : highest), 0n);
  const ids = new Map<string, bigint>();
  for (const { text } of values) {
    if (isBlank(text)) continue;
    const kind = kindOf(text);
    const isNumber = /^\d{1,18}$/.test(text.trim());
    const id = isNumber ? BigInt(text.trim()) : (known.get(kind) ?? last + 1n);
    if (id > last) last = id;
    known.set(kind, id);
    ids.set(text, id);
  }
  return ids;
}
