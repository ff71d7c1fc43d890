import type { Queries } from '../database/database.ts';
import { readHighestId } from '../database/recovery/id-sequences.ts';
import type { ImportedPet } from '../pets/pet.ts';
import { findPets } from '../pets/pet-store.ts';
import { findByOrigin, findImported } from './import-store.ts';
import { parseOrigin } from './pet-origin.ts';
import type { KnownPet } from './reconcile.ts';
import type { StagedRow } from './staging.ts';

/** The pet of the catalogue that a row describes. */
export type Recognised =
  /** A pet that this store exported; `current` is undefined if it was deleted. */
  | { readonly kind: 'own'; readonly current: ImportedPet | undefined }
  | { readonly kind: 'imported'; readonly known: KnownPet }
  /** No known pet; `reference` will identify the new one. */
  | { readonly kind: 'new'; readonly reference: string | null };

/** The ids of pets that this store has assigned. */
export interface OwnIds {
  readonly storeId: string;
  /** Returns false for ids that a recovery skipped: this store has lost such a pet, even if an export contains it. */
  wasAssigned(petId: bigint): boolean;
}

export async function readOwnIds(db: Queries): Promise<OwnIds> {
  const { id: storeId } = await db.selectFrom('store_identity').select('id').executeTakeFirstOrThrow();
  const highest = await readHighestId(db, 'pets');
  const skipped = await db
    .selectFrom('skipped_ids')
    .select(['first_id', 'last_id'])
    .where('table_name', '=', 'pets')
    .execute();
  const wasSkipped = (id: bigint) => skipped.some(({ first_id, last_id }) => id >= first_id && id <= last_id);
  return { storeId, wasAssigned: (id) => id > 0n && id <= highest && !wasSkipped(id) };
}

/**
 * Finds the pets that rows describe. A row of an export contains the store that wrote it and the pet's id there:
 *
 * 1. If this store assigned that id or the id of the origin, it is that pet, whichever account owns it.
 * 2. Otherwise it is the pet that was imported with the same origin, for any account.
 * 3. Otherwise, and for rows of other files, it is the pet that was imported with the same reference for the same
 *    account, unless that pet has another origin.
 */
export async function recognise(
  db: Queries,
  own: OwnIds,
  ownerId: bigint,
  rows: readonly StagedRow[],
): Promise<Recognised[]> {
  const ownIds = rows.map((row) => ownIdOf(row, own));
  const others = rows.filter((_, index) => ownIds[index] === undefined);
  const pets = await findPets(
    db,
    ownIds.flatMap((id) => id ?? []),
  );
  const byOrigin = await findByOrigin(
    db,
    others.flatMap(({ exported }) => exported?.origin ?? []),
  );
  const byReference = await findImported(
    db,
    ownerId,
    others.flatMap(({ reference }) => reference ?? []),
  );
  const used = new Set(byReference.keys());
  return rows.map((row, index): Recognised => {
    const id = ownIds[index];
    if (id !== undefined) return { kind: 'own', current: pets.get(id) };
    const known = byOrigin.get(row.exported?.origin ?? '') ?? withReference(row, byReference);
    return known === undefined
      ? { kind: 'new', reference: newReference(row, used) }
      : { kind: 'imported', known };
  });
}

function ownIdOf({ exported }: StagedRow, { storeId, wasAssigned }: OwnIds): bigint | undefined {
  for (const text of exported === undefined ? [] : [exported.exportId, exported.origin]) {
    const origin = parseOrigin(text);
    if (origin?.storeId === storeId && wasAssigned(origin.petId)) return origin.petId;
  }
  return undefined;
}

function withReference(row: StagedRow, byReference: ReadonlyMap<string, KnownPet>): KnownPet | undefined {
  const known = row.reference === null ? undefined : byReference.get(row.reference);
  const isOther =
    row.exported !== undefined && known?.origin !== null && known?.origin !== row.exported.origin;
  return isOther ? undefined : known;
}

/** Returns the reference of a new pet: its origin if another account of the exporting store used the same reference. */
function newReference({ reference, exported }: StagedRow, used: Set<string>): string | null {
  if (exported === undefined) return reference;
  const unused = reference === null || used.has(reference) ? exported.origin : reference;
  used.add(unused);
  return unused;
}
