import type { ProfileChange, WholeProfile } from '../listings/profile.ts';
import { PROFILE_FIELDS } from '../listings/profile.ts';

/** Fields that describe another one, and mean nothing without it. */
const ABOUT: Readonly<Partial<Record<keyof WholeProfile, keyof WholeProfile>>> = {
  birthDateEstimated: 'birthDate',
  // Together they would name breeds that neither has together.
  secondBreed: 'breed',
};

/** Returns the fields that a profile lacks and another one has. What describes a field goes with it. */
export function missingFields(profile: WholeProfile, other: WholeProfile): ProfileChange {
  const missing = PROFILE_FIELDS.filter(
    // `merged-bond.ts` decides about groups, which have other animals.
    (field) =>
      field !== 'bondedWith' && other[field] !== undefined && profile[ABOUT[field] ?? field] === undefined,
  );
  return Object.fromEntries(missing.map((field) => [field, other[field]]));
}
