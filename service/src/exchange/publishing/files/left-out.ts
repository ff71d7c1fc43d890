import type { SiteMapping } from '../mapping/site-mapping.ts';
import type { SiteOptions } from '../settings/site-settings.ts';
import { oneLine } from './site-text.ts';
import type { WaitingAnimal } from './waiting-animals.ts';

export const REASON_CODES = ['on_hold', 'missing', 'unmapped', 'unaltered'] as const;
export const REASON_FIELDS = ['status', 'name', 'categoryId', 'sex', 'breed', 'spayedNeutered'] as const;

/** Why an animal is not sent, and the field that decides it. */
export interface Reason {
  readonly code: (typeof REASON_CODES)[number];
  readonly field: (typeof REASON_FIELDS)[number];
}

/** Returns all reasons why an animal is left out; none if it is sent. */
export function leftOutReasons(
  animal: WaitingAnimal,
  mapping: SiteMapping,
  options: SiteOptions,
): readonly Reason[] {
  const { name, categoryId, status, profile } = animal;
  const isHeld = status === 'pending' && !(options.includeHeld && mapping.site.showsHeld);
  const reasons: ReadonlyArray<Reason | undefined> = [
    isHeld ? { code: 'on_hold', field: 'status' } : undefined,
    oneLine(name) === '' ? { code: 'missing', field: 'name' } : undefined,
    mapping.speciesOf(categoryId) === undefined ? { code: 'unmapped', field: 'categoryId' } : undefined,
    profile.sex === undefined ? { code: 'missing', field: 'sex' } : undefined,
    breedReason(animal, mapping),
    options.includeUnaltered ? undefined : alteredReason(animal),
  ];
  return reasons.filter((reason) => reason !== undefined);
}

function breedReason(
  { categoryId, profile: { breed } }: WaitingAnimal,
  mapping: SiteMapping,
): Reason | undefined {
  if (!mapping.site.refusesOtherBreeds) return undefined;
  if (breed === undefined) return { code: 'missing', field: 'breed' };
  // The breeds of a category are known with its species.
  if (mapping.speciesOf(categoryId) === undefined) return undefined;
  const isMapped = mapping.wordOf({ kind: 'breed', categoryId, word: breed }) !== undefined;
  return isMapped ? undefined : { code: 'unmapped', field: 'breed' };
}

function alteredReason({ profile: { spayedNeutered } }: WaitingAnimal): Reason | undefined {
  if (spayedNeutered === true) return undefined;
  return { code: spayedNeutered === false ? 'unaltered' : 'missing', field: 'spayedNeutered' };
}
