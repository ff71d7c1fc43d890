import type { PetStatus } from '../../../catalogue/pets/pet.ts';
import type { CoatLength, MovementReason, Sex, Size } from '../../../platform/database/column-values.ts';

/** The columns in which a word is understood. */
export const WORD_FIELDS = [
  'status',
  'sex',
  'size',
  'mixed',
  'coatLength',
  'spayedNeutered',
  'vaccinated',
  'houseTrained',
  'goodWithChildren',
  'goodWithDogs',
  'goodWithCats',
  'birthDateEstimated',
  'intakeReason',
  'outcomeReason',
] as const;
export type WordField = (typeof WORD_FIELDS)[number];

/** The meaning of a status whose animals are not imported. */
export const NOT_FOR_ADOPTION = 'not for adoption';

/** The meaning of a reason whose rows are left out: a dead body, a service for an owner, a report or an appointment. */
export const NO_STAY = 'no stay';

export type StatusMeaning = PetStatus | typeof NOT_FOR_ADOPTION;
export type WordMeaning =
  | StatusMeaning
  | Sex
  | Size
  | CoatLength
  | MovementReason
  | typeof NO_STAY
  | boolean
  | null;

/** The words of one language: whole phrases in the form that `plain` returns. No phrase has two meanings in a field. */
export interface Words {
  readonly status: Readonly<Record<StatusMeaning, readonly string[]>>;
  readonly sex: Readonly<Record<Sex | 'unknown', readonly string[]>>;
  readonly size: Readonly<Record<Size | 'unknown', readonly string[]>>;
  readonly coatLength: Readonly<Record<CoatLength | 'unknown', readonly string[]>>;
  /** Yes and no for every field with these values. */
  readonly flag: Readonly<Record<'yes' | 'no' | 'unknown', readonly string[]>>;
  /** Yes and no for one field. */
  readonly flags: Readonly<Partial<Record<WordField, Readonly<Record<'yes' | 'no', readonly string[]>>>>>;
  /** Words that reverse or limit a meaning. */
  readonly negations: readonly string[];
  /** Words of a status whose animals are never offered, also within a longer text. */
  readonly notForAdoption: readonly string[];
}

/** Returns the phrases of lists in which commas separate them. */
export function phrases(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(', '));
}

const MARKS = /\p{M}+/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;
/** No phrase that an import understands is as long. One character may become 18. */
const MAX_LENGTH = 200;

/**
 * Returns a text in lower case, without accents, with its words separated by single spaces. Returns a text that is longer than
 * all phrases as it is.
 */
export function plain(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(SEPARATORS, ' ').trim();
}
