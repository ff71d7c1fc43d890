import { once } from '../../../platform/core/tasks/single-flight.ts';
import { kindOf } from './kinds.ts';

/** The species groups of the Basic Data Matrix of Shelter Animals Count, in the order of its columns. */
export const SPECIES_GROUPS = [
  'canine',
  'feline',
  'rabbit',
  'equine',
  'small_mammal',
  'farm_animal',
  'bird',
  'reptile_or_amphibian',
] as const;
export type SpeciesGroup = (typeof SPECIES_GROUPS)[number];

/** Names of categories in English; `kindOf` knows them in the other languages and in the plural. */
const KINDS: Readonly<Record<SpeciesGroup, readonly string[]>> = {
  canine: ['dog', 'puppy'],
  feline: ['cat', 'kitten'],
  rabbit: ['rabbit'],
  equine: ['horse', 'pony', 'donkey', 'mule'],
  small_mammal: [
    'guinea pig',
    'hamster',
    'gerbil',
    'mouse',
    'rat',
    'chinchilla',
    'ferret',
    'hedgehog',
    'degu',
    'sugar glider',
    'rodent',
    'small animal',
  ],
  farm_animal: [
    'chicken',
    'rooster',
    'duck',
    'goose',
    'turkey',
    'quail',
    'poultry',
    'pig',
    'goat',
    'sheep',
    'cow',
    'alpaca',
    'llama',
    'farm animal',
    'livestock',
    'barnyard',
  ],
  bird: ['bird', 'parrot', 'parakeet', 'cockatiel', 'cockatoo', 'macaw', 'canary', 'finch', 'dove'],
  reptile_or_amphibian: [
    'reptile',
    'snake',
    'lizard',
    'turtle',
    'tortoise',
    'gecko',
    'iguana',
    'frog',
    'toad',
    'amphibian',
    'salamander',
  ],
};

const groups = once(
  () =>
    new Map(SPECIES_GROUPS.flatMap((group) => KINDS[group].map((kind) => [kindOf(kind), group] as const))),
);

/** Returns the species group of a category by its name; undefined if no word in it is known. */
export function speciesGroupOf(name: string | null): SpeciesGroup | undefined {
  return name === null ? undefined : groups().get(kindOf(name));
}
