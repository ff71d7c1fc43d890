import { TEXTS } from './matching-texts.ts';

/** What a column can contain. The names are those of a mapping. */
export const FIELDS = [
  'name',
  'categoryId',
  'reference',
  'status',
  'breed',
  'secondBreed',
  'mixed',
  'color',
  'sex',
  'size',
  'coatLength',
  'birthDate',
  'birthDateEstimated',
  'intakeDate',
  'rowDate',
  'description',
  'location',
  'specialNeeds',
  'spayedNeutered',
  'vaccinated',
  'microchip',
  'houseTrained',
  'goodWithChildren',
  'goodWithDogs',
  'goodWithCats',
  'adoptionFee',
  'contactUrl',
  'videoUrl',
  'tags',
  'notForAdoptionReason',
] as const;
export type Field = (typeof FIELDS)[number];

export const DATE_FIELDS: readonly Field[] = ['birthDate', 'intakeDate', 'rowDate'];

/** What a value of a spreadsheet means. Rows with a status that means `skip` are not imported; null means that nothing is known. */
export type Meaning = string | boolean | null;
export const SKIP = 'skip';

/** A choice in a list: the index is its value in the page. */
interface Choice {
  readonly meaning: Meaning;
  readonly label: string;
}

const { choices: LABELS } = TEXTS;
const { coats: COATS } = LABELS;
const NOT_KNOWN: Choice = { meaning: null, label: LABELS.notKnown };
const FLAG: readonly Choice[] = [
  { meaning: true, label: LABELS.yes },
  { meaning: false, label: LABELS.no },
  NOT_KNOWN,
];

/** The statuses that all animals of a file can have. */
export const STATUS_CHOICES: readonly Choice[] = [
  { meaning: 'available', label: LABELS.available },
  { meaning: 'pending', label: LABELS.pending },
  { meaning: 'sold', label: LABELS.sold },
  { meaning: null, label: LABELS.notOffered },
];

/** The choices of each field whose values are words. */
const CHOICES = {
  status: [...STATUS_CHOICES, { meaning: SKIP, label: LABELS.skip }],
  sex: [{ meaning: 'female', label: LABELS.female }, { meaning: 'male', label: LABELS.male }, NOT_KNOWN],
  size: [
    { meaning: 'small', label: LABELS.small },
    { meaning: 'medium', label: LABELS.medium },
    { meaning: 'large', label: LABELS.large },
    { meaning: 'extra_large', label: LABELS.extra_large },
    NOT_KNOWN,
  ],
  mixed: FLAG,
  coatLength: [
    { meaning: 'hairless', label: COATS.hairless },
    { meaning: 'short', label: COATS.short },
    { meaning: 'medium', label: COATS.medium },
    { meaning: 'long', label: COATS.long },
    NOT_KNOWN,
  ],
  spayedNeutered: FLAG,
  vaccinated: FLAG,
  houseTrained: FLAG,
  goodWithChildren: FLAG,
  goodWithDogs: FLAG,
  goodWithCats: FLAG,
  birthDateEstimated: FLAG,
} as const satisfies Partial<Record<Field, readonly Choice[]>>;

export type WordField = keyof typeof CHOICES;

export function isWordField(field: Field): field is WordField {
  return field in CHOICES;
}

export function choicesOf(field: WordField): readonly Choice[] {
  return CHOICES[field];
}
