import type { Look } from './portraits.ts';

/** An animal as a row of an import file. */
export type Row = Readonly<Record<string, string>>;

/** The mapping of the import file. The values of a kind give the categories their names. */
export const MAPPING = {
  reference: { column: 'reference' },
  name: { column: 'name' },
  categoryId: { column: 'kind', values: { Dog: 1, Cat: 2, Rabbit: 3 } },
  status: { column: 'status', values: { available: 'available' } },
  ...Object.fromEntries(
    ['breed', 'color', 'sex', 'size', 'birthDate', 'birthDateEstimated', 'description', 'location']
      .concat('goodWithChildren', 'goodWithDogs', 'goodWithCats', 'spayedNeutered', 'houseTrained')
      .map((field) => [field, { column: field }]),
  ),
};

const NAMES = ['Biscuit', 'Misty', 'Pepper', 'Bruno', 'Olive', 'Clover', 'Frank', 'Luna', 'Hazel', 'Otis'];
const MORE_NAMES = ['Juniper', 'Zoë', 'Waffle', 'Ida', 'Moss', 'Figaro', 'Nell'];
const ALL_NAMES = [...NAMES, ...MORE_NAMES];

const DESCRIPTIONS = [
  'Calm in the house and cheerful outside. Walks well on a lead, and waits at every door.',
  'A quiet companion who likes a warm window sill. Shy with strangers at first; a day later a friend.',
  'Curious about everything. Grew up with other animals, and would like to live with one again.',
];

interface Kind {
  readonly kind: string;
  readonly breed: string;
  readonly color: string;
  readonly size: string;
  readonly look: Look;
}

const dog = { kind: 'Dog', size: 'medium' };
const cat = { kind: 'Cat', size: 'small' };
const MEADOW = ['#9fb8a0', '#5d7a5a'] as const;
const WARM = ['#e8d7c0', '#b58d68'] as const;
const SKY = ['#b9cfe0', '#6f93a8'] as const;

export const KINDS: readonly Kind[] = [
  {
    ...dog,
    ...{ breed: 'Beagle', color: 'Tan and white' },
    look: { kind: 'dog', fur: '#a8672f', light: '#f1dcc0', eyes: '#5a3416', background: MEADOW },
  },
  {
    ...cat,
    ...{ breed: 'Domestic Shorthair', color: 'Grey and white' },
    look: { kind: 'cat', fur: '#7d7468', light: '#e9e2d6', eyes: '#b7b13c', background: WARM },
  },
  {
    ...{ kind: 'Rabbit', breed: 'Rex', color: 'Cream', size: 'small' },
    look: { kind: 'rabbit', fur: '#cdb79e', light: '#fbf3ea', eyes: '#4a2e1d', background: SKY },
  },
  {
    ...dog,
    ...{ breed: 'Rottweiler Mix', color: 'Black and tan' },
    look: { kind: 'dog', fur: '#2f2b2a', light: '#c98b4d', eyes: '#4a2a12', background: WARM },
  },
  {
    ...cat,
    ...{ breed: 'European Shorthair', color: 'Orange' },
    look: { kind: 'cat', fur: '#cf8440', light: '#fbe9d0', eyes: '#5f8f52', background: SKY },
  },
];

/** Returns an animal by its number; the same number gives the same animal. */
export function animal(number: number): Row {
  const { kind, breed, color, size } = pick(KINDS, number);
  return {
    ...{ reference: `A${number}`, kind, breed, color, size, status: 'available' },
    name: pick(ALL_NAMES, number),
    sex: number % 3 === 0 ? 'male' : 'female',
    birthDate: `${2013 + ((number * 5) % 13)}-0${1 + (number % 9)}-11`,
    birthDateEstimated: String(number % 4 === 0),
    description: pick(DESCRIPTIONS, number),
    location: 'Harbour Street',
    goodWithChildren: String(number % 2 === 0),
    goodWithDogs: String(number % 3 === 0),
    goodWithCats: String(number % 5 === 0),
    spayedNeutered: 'true',
    houseTrained: String(kind !== 'Rabbit'),
  };
}

/** Returns an entry of a list that repeats. */
export function pick<T>(list: readonly T[], number: number): T {
  const entry = list[number % list.length];
  if (entry === undefined) throw new Error('The list is empty');
  return entry;
}
