import { MOVEMENT_REASONS } from '../../texts/movement-reasons.ts';
import { CHOICE_NAMES as NAMES } from './choice-names.ts';

/** What a column can contain. The names are those of a mapping, apart from those of movements. */
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
  'intakeReason',
  'fosterDate',
  'fosterEndDate',
  'outcomeDate',
  'outcomeReason',
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
  'goesTogetherWith',
  'notForAdoptionReason',
] as const;
export type Field = (typeof FIELDS)[number];

export const DATE_FIELDS: readonly Field[] = [
  'birthDate',
  'intakeDate',
  'fosterDate',
  'fosterEndDate',
  'outcomeDate',
  'rowDate',
];

export const REASON_FIELDS = ['intakeReason', 'outcomeReason'] as const satisfies readonly Field[];
export type ReasonField = (typeof REASON_FIELDS)[number];

export function isReasonField(field: Field): field is ReasonField {
  return REASON_FIELDS.some((reason) => reason === field);
}

interface MovementFields {
  readonly type: string;
  /** Stays in foster care have none. */
  readonly reason?: ReasonField;
  readonly date: Field;
  readonly endDate?: Field;
}

/** What a row can record, in the order in which it happens. */
export const MOVEMENTS: readonly MovementFields[] = [
  { type: 'intake', reason: 'intakeReason', date: 'intakeDate' },
  { type: 'foster', date: 'fosterDate', endDate: 'fosterEndDate' },
  { type: 'outcome', reason: 'outcomeReason', date: 'outcomeDate' },
];

/** What a value of a spreadsheet means. Rows with a status, or a reason, that means `skip` are not imported; null means that nothing is known. */
export type Meaning = string | boolean | null;
export const SKIP = 'skip';
/** What the service calls a reason whose rows are no stay of a living animal. */
export const NO_STAY = 'no stay';

/** A choice in a list: the index is its value in the page. */
interface Choice {
  readonly meaning: Meaning;
  readonly label: string;
}

const NOT_KNOWN: Choice = { meaning: null, label: NAMES.notKnown };
const FLAG: readonly Choice[] = [
  { meaning: true, label: NAMES.yes },
  { meaning: false, label: NAMES.no },
  NOT_KNOWN,
];

const SKIPPED: Choice = { meaning: SKIP, label: NAMES.skip };

/** The statuses that all animals of a file can have. */
export const STATUS_CHOICES: readonly Choice[] = [
  { meaning: 'available', label: NAMES.available },
  { meaning: 'pending', label: NAMES.pending },
  { meaning: 'sold', label: NAMES.sold },
  { meaning: null, label: NAMES.notOffered },
];

/** A row without a reason records nothing: the animal is still there. A row that is no stay of a living animal is left out. */
function reasonChoices(names: Readonly<Record<string, string>>): readonly Choice[] {
  const reasons = Object.entries(names).map(([meaning, label]) => ({ meaning, label }));
  return [...reasons, { meaning: null, label: NAMES.nothingToRecord }, SKIPPED];
}

/** The choices of each field whose values are words. */
const CHOICES = {
  status: [...STATUS_CHOICES, SKIPPED],
  sex: [{ meaning: 'female', label: NAMES.female }, { meaning: 'male', label: NAMES.male }, NOT_KNOWN],
  size: [
    { meaning: 'small', label: NAMES.small },
    { meaning: 'medium', label: NAMES.medium },
    { meaning: 'large', label: NAMES.large },
    { meaning: 'extra_large', label: NAMES.extra_large },
    NOT_KNOWN,
  ],
  mixed: FLAG,
  coatLength: [
    { meaning: 'hairless', label: NAMES.coats.hairless },
    { meaning: 'short', label: NAMES.coats.short },
    { meaning: 'medium', label: NAMES.coats.medium },
    { meaning: 'long', label: NAMES.coats.long },
    NOT_KNOWN,
  ],
  spayedNeutered: FLAG,
  vaccinated: FLAG,
  houseTrained: FLAG,
  goodWithChildren: FLAG,
  goodWithDogs: FLAG,
  goodWithCats: FLAG,
  birthDateEstimated: FLAG,
  intakeReason: reasonChoices(MOVEMENT_REASONS.intake),
  outcomeReason: reasonChoices(MOVEMENT_REASONS.outcome),
} as const satisfies Partial<Record<Field, readonly Choice[]>>;

export type WordField = keyof typeof CHOICES;

export function isWordField(field: Field): field is WordField {
  return field in CHOICES;
}

export function choicesOf(field: WordField): readonly Choice[] {
  return CHOICES[field];
}
