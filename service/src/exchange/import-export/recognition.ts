import type { ImportedPet } from '../../catalogue/pets/pet.ts';
import { findPets } from '../../catalogue/pets/pet-queries.ts';
import { findRemovedPets } from '../../catalogue/pets/removed-pets.ts';
import type { Queries } from '../../platform/database/database.ts';
import { remainingPets } from '../../platform/database/merged-pets.ts';
import { readHighestId } from '../../platform/database/recovery/id-sequences.ts';
import { findByOrigin, findImported } from './imported-pets.ts';
import type { RowIdentity } from './mapping/row-identity.ts';
import { parseOrigin } from './pet-origin.ts';
import type { KnownPet } from './reconcile.ts';

/** The result of matching a row with the pets of the catalogue. */
export type Recognised =
  /** This store assigned the id of the pet. `current` is undefined if the pet was deleted. */
  | {
      readonly kind: 'own';
      readonly petId: bigint;
      readonly current: ImportedPet | undefined;
      readonly isInBin: boolean;
    }
  | { readonly kind: 'imported'; readonly known: KnownPet }
  /** No pet matches. Later imports can identify the new pet by `reference`. */
  | { readonly kind: 'new'; readonly reference: string | null };

/** The identity of this store, and a test for the pet ids that it has assigned. */
export interface AssignedIds {
  readonly storeId: string;
  readonly highestPetId: bigint;
  /** Returns false for an id that a recovery skipped. The store has lost that pet, even if an export contains it. */
  wasAssigned(petId: bigint): boolean;
}

/** @param highest the highest id of a pet when an import began that is continued; by default the current one. */
export async function readAssignedIds(
  db: Queries,
  highest: bigint | undefined = undefined,
): Promise<AssignedIds> {
  const { id: storeId } = await db.selectFrom('store_identity').select('id').executeTakeFirstOrThrow();
  const highestPetId = highest ?? (await readHighestId(db, 'pets'));
  const skipped = await db
    .selectFrom('skipped_ids')
    .select(['first_id', 'last_id'])
    .where('table_name', '=', 'pets')
    .execute();
  const wasSkipped = (id: bigint) => skipped.some(({ first_id, last_id }) => id >= first_id && id <= last_id);
  return {
    storeId,
    highestPetId,
    wasAssigned: (id) => id > 0n && id <= highestPetId && !wasSkipped(id),
  };
}

/**
 * Finds the pet that each row describes. A row of an export contains an export id (the exporting store and the pet's id
 * in it) and an origin (the store that first exported the pet, and its id there). The first rule that matches applies:
 *
 * 1. This store assigned the id in the export id or in the origin: the row describes that pet, regardless of its owner, or the
 *    one that it was merged into.
 * 2. An earlier import for any account added a pet with the same origin: the row describes that pet.
 * 3. An earlier import for this account added a pet with the same reference: the row describes that pet. A row of an
 *    export does not match a pet that has a different origin.
 *
 * Only rule 3 applies to a row that is not from an export.
 */
export async function recognise(
  db: Queries,
  own: AssignedIds,
  ownerId: bigint,
  rows: readonly RowIdentity[],
): Promise<Recognised[]> {
  const ownIds = await withoutMerged(
    db,
    rows.map((row) => ownIdOf(row, own)),
  );
  const rowsWithoutOwnId = rows.filter((_, index) => ownIds[index] === undefined);
  const pets = await findPets(
    db,
    ownIds.flatMap((id) => id ?? []),
  );
  const removed = await findRemovedPets(
    db,
    ownIds.flatMap((id) => (id === undefined || pets.has(id) ? [] : id)),
  );
  const byOrigin = await findByOrigin(
    db,
    rowsWithoutOwnId.flatMap(({ exported }) => exported?.origin ?? []),
  );
  const byReference = await findImported(
    db,
    ownerId,
    rowsWithoutOwnId.flatMap(({ reference }) => reference ?? []),
  );
  const takenReferences = new Set(byReference.keys());
  return rows.map((row, index): Recognised => {
    const id = ownIds[index];
    if (id !== undefined) return { kind: 'own', petId: id, current: pets.get(id), isInBin: removed.has(id) };
    const known = byOrigin.get(row.exported?.origin ?? '') ?? matchByReference(row, byReference);
    return known === undefined
      ? { kind: 'new', reference: newReference(row, takenReferences) }
      : { kind: 'imported', known };
  });
}

/** Returns the id of the pet of a row if that pet is in the bin. */
export function petInBin(row: Recognised | undefined): bigint | undefined {
  if (row?.kind === 'own') return row.isInBin ? row.petId : undefined;
  return row?.kind === 'imported' && row.known.isInBin ? row.known.petId : undefined;
}

function ownIdOf({ exported }: RowIdentity, { storeId, wasAssigned }: AssignedIds): bigint | undefined {
  for (const text of exported === undefined ? [] : [exported.exportId, exported.origin]) {
    const origin = parseOrigin(text);
    if (origin?.storeId === storeId && wasAssigned(origin.petId)) return origin.petId;
  }
  return undefined;
}

/** Replaces each pet that was merged by the one that remains. */
async function withoutMerged(
  db: Queries,
  ids: ReadonlyArray<bigint | undefined>,
): Promise<Array<bigint | undefined>> {
  const remaining = await remainingPets(
    db,
    ids.flatMap((id) => id ?? []),
  );
  return ids.map((id) => (id === undefined ? undefined : (remaining.get(id) ?? id)));
}

function matchByReference(
  row: RowIdentity,
  byReference: ReadonlyMap<string, KnownPet>,
): KnownPet | undefined {
  const known = row.reference === null ? undefined : byReference.get(row.reference);
  const hasOtherOrigin =
    row.exported !== undefined && known?.origin !== null && known?.origin !== row.exported.origin;
  return hasOtherOrigin ? undefined : known;
}

/**
 * Returns the reference for a new pet. Uses the origin if an exported row has no reference or if its reference is taken.
 * For example, a reference is taken if another account of the exporting store used it.
 */
function newReference({ reference, exported }: RowIdentity, takenReferences: Set<string>): string | null {
  if (exported === undefined) return reference;
  const unused = reference === null || takenReferences.has(reference) ? exported.origin : reference;
  takenReferences.add(unused);
  return unused;
}
