import { PROFILE_FIELDS, type ProfileChange, type WholeProfile } from '../../catalogue/listings/profile.ts';

/** Files name the animals of a group by their references, which are read after all rows (`bonds/`). */
export type ImportedField = Exclude<keyof WholeProfile, 'bondedWith'>;

export const IMPORTED_FIELDS = PROFILE_FIELDS.filter(
  (field): field is ImportedField => field !== 'bondedWith',
);

/** The profile fields that a mapping reads from a row. Null means that the file has no value. */
export type ImportedProfile = Pick<ProfileChange, ImportedField>;

/** What the last import of an animal has read besides its name, kind and status. */
export type LastProfile = ImportedProfile & {
  /** The animals that it goes together with, as the file names them. */
  readonly goesTogetherWith?: readonly string[] | undefined;
};

/** Parses `imported_pets.profile`. */
export function parseImportedProfile(text: string | null): LastProfile {
  return text === null ? {} : (JSON.parse(text) as LastProfile); // as `formatImportedProfile` wrote it
}

/** Returns null without fields. */
export function formatImportedProfile(profile: LastProfile): string | null {
  return Object.keys(profile).length === 0 ? null : JSON.stringify(profile);
}

/** Returns true if a field of the file differs from the last import. */
export function isChanged(last: ImportedProfile, next: ImportedProfile | undefined): boolean {
  return next !== undefined && IMPORTED_FIELDS.some((field) => isNew(last, next, field));
}

/** Returns the fields that changed in the file since the last import, and that the catalogue does not have yet. */
export function changesOfProfile(
  last: ImportedProfile,
  next: ImportedProfile | undefined,
  current: WholeProfile,
): ProfileChange {
  if (next === undefined) return {};
  const changed = IMPORTED_FIELDS.filter(
    (field) => isNew(last, next, field) && !isSame(next[field], current[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, next[field]]));
}

function isNew(last: ImportedProfile, next: ImportedProfile, field: ImportedField): boolean {
  return next[field] !== undefined && !isSame(next[field], last[field]);
}

function isSame(a: ImportedProfile[ImportedField], b: ImportedProfile[ImportedField]): boolean {
  const [one, other] = [a ?? null, b ?? null];
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
