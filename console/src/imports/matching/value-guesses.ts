import type { Field } from './column-guesses.ts';
import { plain } from './column-guesses.ts';
import { TEXTS } from './matching-texts.ts';

const LABELS = TEXTS.choices;

/** The fields with a fixed choice of values. */
export type ChoiceField = Extract<
  Field,
  | 'status'
  | 'sex'
  | 'size'
  | 'spayedNeutered'
  | 'houseTrained'
  | 'goodWithChildren'
  | 'goodWithDogs'
  | 'goodWithCats'
>;

interface Choice {
  /** The value in a mapping; null for a field that is not set. */
  readonly value: string | boolean | null;
  readonly label: string;
  /** What values of a spreadsheet mean this choice. */
  readonly pattern: RegExp;
}

/** The rows with this value are not imported. Only for the status. */
export const SKIP = 'skip';

const NOT_SET: Choice = { value: null, label: LABELS.notKnown, pattern: /^/ };
const FLAG: readonly Choice[] = [
  {
    value: true,
    label: LABELS.yes,
    pattern: /^(y|yes|true|1|x|si|s)$|\b(neutered|spayed|castrado|castrada)\b/,
  },
  { value: false, label: LABELS.no, pattern: /^(n|no|false|0)$|\b(intact|entero)\b/ },
  NOT_SET,
];

/** The choices of each field. The first one whose pattern matches is the guess. */
export const CHOICES: Readonly<Record<ChoiceField, readonly Choice[]>> = {
  status: [
    {
      value: 'available',
      label: LABELS.available,
      pattern: /^$|available|adoptable|for adoption|disponible/,
    },
    { value: 'pending', label: LABELS.pending, pattern: /pending|hold|reserved|reservad/ },
    { value: 'sold', label: LABELS.sold, pattern: /adopted|adoption|adoptad|rto adopt|sold/ },
    { value: SKIP, label: LABELS.skip, pattern: /^/ },
  ],
  sex: [
    { value: 'female', label: LABELS.female, pattern: /^f$|female|hembra/ },
    { value: 'male', label: LABELS.male, pattern: /^m$|\bmale\b|macho/ },
    NOT_SET,
  ],
  size: [
    { value: 'extra_large', label: LABELS.extra_large, pattern: /^xl$|extra|very|giant/ },
    { value: 'large', label: LABELS.large, pattern: /^l$|large|big|grande/ },
    { value: 'medium', label: LABELS.medium, pattern: /^m$|medium|mediano/ },
    { value: 'small', label: LABELS.small, pattern: /^s$|small|pequen/ },
    NOT_SET,
  ],
  spayedNeutered: FLAG,
  houseTrained: FLAG,
  goodWithChildren: FLAG,
  goodWithDogs: FLAG,
  goodWithCats: FLAG,
};

export function isChoiceField(field: Field): field is ChoiceField {
  return field in CHOICES;
}

/** Returns the index of the choice that a value of a spreadsheet probably means. */
export function guessChoice(field: ChoiceField, value: string): number {
  return CHOICES[field].findIndex(({ pattern }) => pattern.test(plain(value)));
}
