import type { ImportedPet, PetStatus } from '../pets/pet.ts';
import type { StagedRow } from './staging.ts';
import type { LeftPet } from './summary.ts';

/** An animal that an earlier import added. */
export interface KnownPet {
  /** The account that it was imported for. */
  readonly ownerId: bigint;
  readonly reference: string;
  /** Where it was first exported from; null for one that no store exported. */
  readonly origin: string | null;
  readonly petId: bigint;
  /** What the last import that said something about each field said. */
  readonly remembered: ImportedPet;
  /** The pet as it is now; undefined if somebody deleted it. */
  readonly current: ImportedPet | undefined;
  /** An open order holds the pet, and with it the pet's status. */
  readonly held: boolean;
}

interface PetChanges {
  name?: string;
  categoryId?: bigint;
  status?: PetStatus | null;
}

/** What a row does. */
export type ReconcileDecision =
  | ({ readonly kind: 'create' } & NewImport)
  | ({ readonly kind: 'change'; readonly outcome: 'updated' | 'unchanged' | 'held' } & ImportChange)
  | { readonly kind: 'unchanged' }
  /** This store exported the animal, and it differs from the file now: it stays as it is. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'deleted' }
  /** `left`: the animal is in the catalogue all the same, and stays there. */
  | { readonly kind: 'skip'; readonly reason: string; readonly left: LeftPet | undefined };

/** A pet that an import adds, and its name in the system that it comes from. */
export interface NewImport {
  readonly reference: string | null;
  /** Where it was first exported from. */
  readonly origin?: string;
  readonly pet: ImportedPet;
}

export interface ImportChange {
  readonly known: KnownPet;
  /** For the pet; may be empty. */
  readonly changes: PetChanges;
  /** For the next import. */
  readonly remembered: ImportedPet;
}

/**
 * What a row of an export does to the animal that this store exported: nothing. The row does not tell whether the
 * file or the catalogue changed since, and an old export must not offer an adopted animal again.
 */
export function reconcileOwn(pet: ImportedPet, current: ImportedPet | undefined): ReconcileDecision {
  if (current === undefined) return { kind: 'deleted' };
  return isSame(pet, current) ? { kind: 'unchanged' } : { kind: 'kept' };
}

/**
 * What a row of a file does to the animal of its reference. Only a field that changed in the file since it was last
 * imported is applied, so that what happened in the catalogue meanwhile stays. The status of a pet that an open
 * order holds is the order's: it is neither applied nor remembered, so that a later import applies it.
 */
export function reconcile(row: StagedRow, known: KnownPet | undefined): ReconcileDecision {
  const exists = known?.current !== undefined;
  if (row.kind === 'skip') {
    const { reason } = row;
    return { kind: 'skip', reason, left: exists ? { reference: known.reference, reason } : undefined };
  }
  if (known === undefined) return { kind: 'create', reference: row.reference, pet: row.pet };
  return known.current === undefined ? { kind: 'deleted' } : decideChange(row.pet, known, known.current);
}

function decideChange(pet: ImportedPet, known: KnownPet, current: ImportedPet): ReconcileDecision {
  const last = known.remembered;
  const waits = known.held && pet.status !== last.status;
  const remembered = waits ? { ...pet, status: last.status } : pet;
  if (!waits && isSame(remembered, last)) return { kind: 'unchanged' };
  const changes = changesBetween(last, remembered, current);
  const outcome = waits ? 'held' : Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
  return { kind: 'change', outcome, known, changes, remembered };
}

/** What the file says anew and the catalogue does not say yet. */
function changesBetween(last: ImportedPet, next: ImportedPet, current: ImportedPet): PetChanges {
  const changes: PetChanges = {};
  if (next.name !== last.name && next.name !== current.name) changes.name = next.name;
  if (next.categoryId !== last.categoryId && next.categoryId !== current.categoryId) {
    changes.categoryId = next.categoryId;
  }
  if (next.status !== last.status && next.status !== current.status) changes.status = next.status;
  return changes;
}

function isSame(one: ImportedPet, other: ImportedPet): boolean {
  return one.name === other.name && one.categoryId === other.categoryId && one.status === other.status;
}
