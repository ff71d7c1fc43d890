import type { Queries } from '../database/database.ts';
import { readHighestId } from '../database/recovery/id-sequences.ts';
import type { ImportedPet } from '../pets/pet.ts';
import { parseOrigin } from '../pets/pet-origin.ts';
import { findPets } from '../pets/pet-store.ts';
import { findByOrigin, findImported } from './import-store.ts';
import type { KnownPet } from './reconcile.ts';
import type { StagedRow } from './staging.ts';

/** Which animal of the catalogue a row is about. */
export type Recognised =
  /** An animal that this store exported; `current` is undefined if it was deleted since. */
  | { readonly kind: 'own'; readonly current: ImportedPet | undefined }
  | { readonly kind: 'imported'; readonly known: KnownPet }
  /** None of it; `reference` is what the new animal is remembered by. */
  | { readonly kind: 'new'; readonly reference: string | null };

/** The animals that this store gave ids to. */
export interface OwnAnimals {
  readonly storeId: string;
  /** False for ids that a recovery skipped: if another store knows such an animal, this one has lost it. */
  wasGiven(petId: bigint): boolean;
}

export async function readOwnAnimals(db: Queries): Promise<OwnAnimals> {
  const { id: storeId } = await db.selectFrom('store_identity').select('id').executeTakeFirstOrThrow();
  const highest = await readHighestId(db, 'pets');
  const skipped = await db
    .selectFrom('skipped_ids')
    .select(['first_id', 'last_id'])
    .where('table_name', '=', 'pets')
    .execute();
  const wasSkipped = (id: bigint) => skipped.some(({ first_id, last_id }) => id >= first_id && id <= last_id);
  return { storeId, wasGiven: (id) => id > 0n && id <= highest && !wasSkipped(id) };
}

/**
 * Recognises the animals of rows of a file that is imported for an account. A row of an export names its store and
 * its id there:
 *
 * 1. If this store gave that id, or that of the animal's origin, it is that animal, whoever it belongs to.
 * 2. Else it is the animal that was imported with the same origin, for whichever account.
 * 3. Else it is, as for every other row, the animal that was imported for the same account with the same reference;
 *    but not if that one has another origin.
 */
export async function recognise(
  db: Queries,
  own: OwnAnimals,
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

function ownIdOf({ exported }: StagedRow, { storeId, wasGiven }: OwnAnimals): bigint | undefined {
  for (const text of exported === undefined ? [] : [exported.as, exported.origin]) {
    const origin = parseOrigin(text);
    if (origin?.storeId === storeId && wasGiven(origin.petId)) return origin.petId;
  }
  return undefined;
}

function withReference(row: StagedRow, byReference: ReadonlyMap<string, KnownPet>): KnownPet | undefined {
  const known = row.reference === null ? undefined : byReference.get(row.reference);
  const isOther =
    row.exported !== undefined && known?.origin !== null && known?.origin !== row.exported.origin;
  return isOther ? undefined : known;
}

/** Two accounts of the other store may have used the same reference; the second animal is remembered by its origin. */
function newReference({ reference, exported }: StagedRow, used: Set<string>): string | null {
  if (exported === undefined) return reference;
  const free = reference === null || used.has(reference) ? exported.origin : reference;
  used.add(free);
  return free;
}
