import type { ProfileChange, WholeProfile } from '../../catalogue/listings/profile.ts';
import type { ImportedPet, PetStatus } from '../../catalogue/pets/pet.ts';
import { changesOfProfile, type ImportedProfile, isChanged, type LastProfile } from './imported-profile.ts';
import type { ImportedMovement } from './mapping/movement-mapping.ts';
import type { StagedRow } from './staging.ts';
import type { LeftPet } from './summary.ts';

/** A pet that an earlier import added. */
export interface KnownPet {
  /** The account that it was imported for. */
  readonly ownerId: bigint;
  readonly reference: string;
  /** The store that first exported it, and its id there; null if no store did. */
  readonly origin: string | null;
  readonly petId: bigint;
  /** The account that owns the pet, which may have been merged into one of another account; null if only managers can change it. */
  readonly petOwnerId: bigint | null;
  /** The values of the last import. */
  readonly lastImported: ImportedPet;
  /** The date of the newest row that was imported; null if it had none. */
  readonly rowDate: string | null;
  /** The profile fields of the last import. */
  readonly lastProfile: LastProfile;
  /** The current values in the catalogue; undefined if the pet was removed. */
  readonly current: ImportedPet | undefined;
  /** True if an open order holds the pet, so that only the order can change its status. */
  readonly held: boolean;
  /** True if the pet was removed and can be restored. */
  readonly isInBin: boolean;
}

interface PetChanges {
  name?: string;
  categoryId?: bigint;
  status?: PetStatus | null;
}

/** The effect of a row. */
export type ReconcileDecision =
  | ({ readonly kind: 'create' } & NewImport)
  | ({ readonly kind: 'change'; readonly outcome: 'updated' | 'unchanged' | 'held' } & ImportChange)
  | { readonly kind: 'unchanged' }
  /** This store exported the pet, which now differs from the file and stays unchanged. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'deleted' }
  /** The pet was removed and can be restored. The row fails, because it must not be lost when the pet is restored later. */
  | { readonly kind: 'in bin'; readonly petId: bigint }
  /** The new status would be recorded as a movement, and the pet has as many as it may; or it is of one category more than there may be. */
  | { readonly kind: 'full'; readonly what: 'movements' | 'categories' }
  /** An earlier import applied a newer row of the pet. */
  | { readonly kind: 'older' }
  /** `left` is set if the pet is in the catalogue, where it stays. `change` stores the date of the row. */
  | {
      readonly kind: 'skip';
      readonly reason: string;
      readonly left: LeftPet | undefined;
      readonly change?: ImportChange;
    };

/** A pet that an import adds. */
export interface NewImport {
  /** Its id in the system that it comes from; null if it has none. */
  readonly reference: string | null;
  /** The store that first exported it, and its id there. */
  readonly origin?: string;
  readonly pet: ImportedPet;
  readonly profile?: ImportedProfile;
  /** The date of its row. */
  readonly rowDate?: string;
  /** What its row records, if it has no reference, by which this would find it later. */
  readonly movements?: readonly ImportedMovement[];
}

export interface ImportChange {
  readonly known: KnownPet;
  /** The changes of the pet; may be empty. */
  readonly changes: PetChanges;
  /** The values that the next import compares with. */
  readonly lastImported: ImportedPet;
  /** The changes of the profile; may be empty. */
  readonly profileChanges: ProfileChange;
  /** The profile in the catalogue; empty unless it may change. */
  readonly currentProfile: WholeProfile;
  readonly lastProfile: LastProfile;
  /** The date of the newest row; null if it is not known. */
  readonly rowDate: string | null;
}

/**
 * Decides about a row of an export that this store wrote: it never changes the pet. The row does not show whether the
 * file or the catalogue has changed since the export, and an old export must not offer an adopted animal again.
 */
export function reconcileOwn(
  pet: ImportedPet,
  { petId, current, isInBin }: Pick<KnownPet, 'petId' | 'current' | 'isInBin'>,
): ReconcileDecision {
  if (isInBin) return { kind: 'in bin', petId };
  if (current === undefined) return { kind: 'deleted' };
  return isEqual(pet, current) ? { kind: 'unchanged' } : { kind: 'kept' };
}

/**
 * Decides about a row by a three-way comparison of the file, the last import and the catalogue. It applies only fields
 * that changed in the file since the last import, so that it keeps changes of the catalogue. It neither applies nor
 * stores the status of a pet that an open order holds, so that a later import applies the status. A row that is older than
 * one that was imported changes nothing.
 *
 * @param currentProfile is needed only if `hasNewProfile`.
 */
export function reconcile(
  row: StagedRow,
  known: KnownPet | undefined,
  currentProfile: WholeProfile = {},
): ReconcileDecision {
  const exists = known?.current !== undefined;
  if (isOlder(row.date, known?.rowDate)) return { kind: 'older' };
  if (row.kind === 'skip') {
    const { reason } = row;
    const left = exists ? { reference: known.reference, reason } : undefined;
    const change = known !== undefined && isNewer(row.date, known) ? onlyDate(known, row.date) : undefined;
    return { kind: 'skip', reason, left, ...(change && { change }) };
  }
  const { reference, pet, profile, date, movements } = row;
  if (known === undefined) {
    return {
      kind: 'create',
      reference,
      pet,
      ...(profile && { profile }),
      ...(date && { rowDate: date }),
      ...(reference === null && movements && { movements }),
    };
  }
  if (known.isInBin) return { kind: 'in bin', petId: known.petId };
  if (known.current === undefined) return { kind: 'deleted' };
  const profileChanges = changesOfProfile(known.lastProfile, profile, currentProfile);
  return decideChange(row, known, known.current, { profileChanges, currentProfile });
}

/** Returns true if the profile in the file has changed since the last import. */
export function hasNewProfile(row: StagedRow, { lastProfile }: KnownPet): boolean {
  return row.kind === 'pet' && isChanged(lastProfile, row.profile);
}

/** Dates are compared with their times if both have one. */
export function isOlder(date: string | undefined, known: string | null | undefined): boolean {
  if (date === undefined || known === null || known === undefined) return false;
  return date.length === known.length ? date < known : date.slice(0, DAY_LENGTH) < known.slice(0, DAY_LENGTH);
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

function isNewer(date: string | undefined, { rowDate }: KnownPet): date is string {
  return date !== undefined && date !== rowDate;
}

/** Stores the date of a row that changes nothing else. */
function onlyDate(known: KnownPet, rowDate: string): ImportChange {
  const { lastImported, lastProfile } = known;
  return { known, changes: {}, lastImported, profileChanges: {}, currentProfile: {}, lastProfile, rowDate };
}

function decideChange(
  { pet, profile, date }: { pet: ImportedPet; profile?: ImportedProfile; date?: string },
  known: KnownPet,
  current: ImportedPet,
  ofProfile: Pick<ImportChange, 'profileChanges' | 'currentProfile'>,
): ReconcileDecision {
  const last = known.lastImported;
  const isStatusHeld = known.held && pet.status !== last.status;
  const next = isStatusHeld ? { ...pet, status: last.status } : pet;
  const hasNewDate = isNewer(date, known);
  if (!isStatusHeld && !hasNewDate && isEqual(next, last) && !isChanged(known.lastProfile, profile))
    return { kind: 'unchanged' };
  const changes = changesBetween(last, next, current);
  const isUpdated = Object.keys(changes).length + Object.keys(ofProfile.profileChanges).length > 0;
  const outcome = isStatusHeld ? 'held' : isUpdated ? 'updated' : 'unchanged';
  const lastProfile = { ...known.lastProfile, ...profile };
  // The status of a held pet is applied by a later import of the same row, which must not be older then.
  const rowDate = date ?? known.rowDate;
  return { kind: 'change', outcome, known, changes, ...ofProfile, lastImported: next, lastProfile, rowDate };
}

/** Returns the fields that changed in the file and that the catalogue does not have yet. */
function changesBetween(last: ImportedPet, next: ImportedPet, current: ImportedPet): PetChanges {
  const changes: PetChanges = {};
  if (next.name !== last.name && next.name !== current.name) changes.name = next.name;
  if (next.categoryId !== last.categoryId && next.categoryId !== current.categoryId) {
    changes.categoryId = next.categoryId;
  }
  if (next.status !== last.status && next.status !== current.status) changes.status = next.status;
  return changes;
}

function isEqual(a: ImportedPet, b: ImportedPet): boolean {
  return a.name === b.name && a.categoryId === b.categoryId && a.status === b.status;
}
