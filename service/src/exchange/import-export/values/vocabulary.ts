import type { Language } from '../../../platform/core/languages.ts';
import type { CoatLength, Sex, Size } from '../../../platform/database/column-values.ts';
import { DEAD_ON_ARRIVAL, INTAKE_WORDS, NOTHING, OUTCOME_WORDS } from './reason-words.ts';
import {
  NO_STAY,
  NOT_FOR_ADOPTION,
  plain,
  type StatusMeaning,
  WORD_FIELDS,
  type WordField,
  type WordMeaning,
  type Words,
} from './words.ts';
import { GERMAN } from './words-de.ts';
import { ENGLISH } from './words-en.ts';
import { SPANISH } from './words-es.ts';
import { FRENCH } from './words-fr.ts';

const WORDS: Readonly<Record<Language, Words>> = { en: ENGLISH, es: SPANISH, fr: FRENCH, de: GERMAN };
const ALL_WORDS = Object.values(WORDS);
const NEGATIONS = new Set(ALL_WORDS.flatMap(({ negations }) => negations));
const NEVER_OFFERED = ALL_WORDS.flatMap(({ notForAdoption }) => notForAdoption);
const FLAGS: Readonly<Record<'yes' | 'no' | 'unknown', boolean | null>> = {
  yes: true,
  no: false,
  unknown: null,
};

/** Separates the parts of a text such as `Yes, dogs ok` and `Available (foster)`. */
const PART = /[,;:|([{\u2013\u2014]|\s-+\s?|-\s/;
const MAX_LENGTH = 100;

const REASON_WORDS: Readonly<Partial<Record<WordField, Readonly<Record<string, readonly string[]>>>>> = {
  intakeReason: INTAKE_WORDS,
  outcomeReason: OUTCOME_WORDS,
};

const TABLES = new Map(WORD_FIELDS.map((field) => [field, tableOf(field)]));

/**
 * Returns what a text means in a column: a value of the field, null if the text states that it is not known, or undefined if the
 * text is not understood. It compares whole phrases, so that a part of a phrase never decides: `Not available` is not
 * `available`, and `Not male` is not understood.
 */
export function meaningOf(field: WordField, text: string): WordMeaning | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const phrase = phraseOf(text);
  const known = TABLES.get(field)?.get(phrase);
  if (known !== undefined) return known;
  if (field === 'status') return isNeverOffered(phrase) ? NOT_FOR_ADOPTION : undefined;
  // `Euthanasia (owner request)` is not what its parts are.
  if (field in REASON_WORDS) return endsDeadOnArrival(phrase) ? NO_STAY : undefined;
  return meaningOfParts(field, text, phrase);
}

function endsDeadOnArrival(phrase: string): boolean {
  if (phrase.split(' ').some((word) => NEGATIONS.has(word))) return false;
  return DEAD_ON_ARRIVAL.some((one) => phrase.endsWith(` ${one}`));
}

/** `Yes, dogs ok` is yes, and `Neutered (male)` is male: the parts that are understood decide if they agree, and no word limits them. */
function meaningOfParts(field: WordField, text: string, phrase: string): WordMeaning | undefined {
  const parts = text.split(PART);
  if (parts.length < 2 || phrase.split(' ').some((word) => NEGATIONS.has(word))) return undefined;
  const meanings = new Set(parts.map((part) => TABLES.get(field)?.get(phraseOf(part))));
  meanings.delete(undefined);
  const [meaning] = meanings;
  return meanings.size === 1 ? meaning : undefined;
}

function isNeverOffered(phrase: string): boolean {
  const words = ` ${phrase} `;
  return NEVER_OFFERED.some((one) => words.includes(` ${one} `));
}

/** A question mark alone is a word of its own. */
function phraseOf(text: string): string {
  return plain(text) || text.trim();
}

function tableOf(field: WordField): ReadonlyMap<string, WordMeaning> {
  const reasons = REASON_WORDS[field];
  if (reasons !== undefined) return tableOfReasons(reasons);
  const table = new Map<string, WordMeaning>();
  for (const words of ALL_WORDS) {
    for (const [meaning, phrases] of entriesOf(words, field)) {
      for (const phrase of phrases) table.set(phrase, meaning);
    }
  }
  return table;
}

function tableOfReasons(words: Readonly<Record<string, readonly string[]>>): Map<string, WordMeaning> {
  const { [NOTHING]: nothing = [], ...reasons } = words;
  const phrases = Object.entries(reasons).flatMap(
    ([reason, phrases]) =>
      [...phrases, plain(reason)].map((phrase): [string, WordMeaning] => [phrase, reason as WordMeaning]), // a key of the table
  );
  return new Map([...phrases, ...nothing.map((phrase): [string, null] => [phrase, null])]);
}

function entriesOf(words: Words, field: WordField): [WordMeaning, readonly string[]][] {
  if (field === 'status') return Object.entries(words.status) as [StatusMeaning, readonly string[]][];
  if (field === 'sex' || field === 'size' || field === 'coatLength') {
    const entries = Object.entries(words[field]) as [
      Sex | Size | CoatLength | 'unknown',
      readonly string[],
    ][];
    return entries.map(([value, phrases]) => [value === 'unknown' ? null : value, phrases]);
  }
  const own = words.flags[field] ?? { yes: [], no: [] };
  return [...Object.entries(words.flag), ...Object.entries(own)].map(([value, phrases]) => [
    FLAGS[value as keyof typeof FLAGS],
    phrases,
  ]);
}
