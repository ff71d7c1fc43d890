import type { Queries } from '../../database/database.ts';

/** A pet that was imported with a reference, and the pictures that imports added to it. */
export interface ImportedPhotos {
  readonly petId: bigint;
  /** False if the pet was deleted. */
  readonly exists: boolean;
  /** Of the pictures as they were in the folder. A photo that was removed later stays here, so that it is not added again. */
  readonly digests: ReadonlySet<string>;
}

export async function findImportedPhotos(
  db: Queries,
  ownerId: bigint,
  reference: string,
): Promise<ImportedPhotos | undefined> {
  const row = await db
    .selectFrom('imported_pets as imported')
    .leftJoin('pets', 'pets.id', 'imported.pet_id')
    .select(['imported.pet_id', 'imported.photos', 'pets.id as existing_id'])
    .where('imported.owner_id', '=', ownerId)
    .where('imported.reference', '=', reference)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const digests = new Set<string>(JSON.parse(row.photos ?? '[]')); // as `saveDigests` wrote it
  return { petId: row.pet_id, exists: row.existing_id !== null, digests };
}

export async function saveDigests(
  db: Queries,
  ownerId: bigint,
  reference: string,
  digests: Iterable<string>,
): Promise<void> {
  await db
    .updateTable('imported_pets')
    .set({ photos: JSON.stringify([...digests]) })
    .where('owner_id', '=', ownerId)
    .where('reference', '=', reference)
    .execute();
}
