import { addPhoto } from '../../../catalogue/listings/photo-changes.ts';
import { lockPet } from '../../../catalogue/pets/pet-queries.ts';
import { MAX_PHOTOS_OF_A_PET } from '../../../catalogue/photos/photo.ts';
import { type PhotoStorage, requireRoom } from '../../../catalogue/photos/photo-queries.ts';
import type { PhotoProcessor, PreparedPhoto } from '../../../catalogue/photos/processing/photo-processor.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import { ApiError, quote } from '../../../platform/core/errors.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { petLock } from '../../../platform/database/locks.ts';
import { textOf, type Values } from '../mapping/cell.ts';
import type { PhotosSource } from '../mapping/mapping.ts';
import type { MappedRow } from '../mapping/row-validation.ts';
import type { StagedRow } from '../staging.ts';
import type { ImportTally } from '../summary.ts';
import { PictureFileError, type PictureFolder } from './picture-folder.ts';

export type RowWithPhotos = StagedRow & { readonly kind: 'pet'; readonly photos: readonly string[] };

export function hasPhotos(row: StagedRow): row is RowWithPhotos {
  return row.kind === 'pet' && row.photos !== undefined;
}

export interface PhotoDependencies {
  readonly folder: PictureFolder;
  readonly processor: PhotoProcessor;
  readonly storage: PhotoStorage;
}

interface PhotoImportOptions extends PhotoDependencies {
  readonly ownerId: bigint;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly dryRun?: boolean;
}

type Outcome = 'photosAdded' | 'photosUnchanged';

/** The errors of one photo. Any other error ends the import. */
const PHOTO_ERRORS = new Set(['invalid_image', 'too_many_photos', 'storage_full']);

/** Adds the photos of imported pets, each in a transaction of its own, because scaling one takes longer than a transaction may. */
export class PhotoImport {
  readonly #database: Database;
  readonly #column: string;
  readonly #options: PhotoImportOptions;

  /** @param column of the names, for reports. */
  constructor(database: Database, column: string, options: PhotoImportOptions) {
    this.#database = database;
    this.#column = column;
    this.#options = options;
  }

  /** Adds the photos of a row whose pet was imported. What is wrong with one of them is counted, and the others are added. */
  async add({ line, reference, photos }: RowWithPhotos, tally: ImportTally): Promise<void> {
    const reasons: string[] = [];
    if (reference === null) reasons.push('needs a reference, which this row does not have');
    else if (photos.length > MAX_PHOTOS_OF_A_PET) {
      reasons.push(`must have at most ${MAX_PHOTOS_OF_A_PET} names; got ${photos.length}`);
    } else {
      for (const name of photos) {
        const result = await this.#addPicture(reference, name).catch((error) => reasonOf(name, error));
        if (typeof result === 'object') reasons.push(result.reason);
        else if (result !== undefined) tally.count(result);
      }
    }
    const faults = reasons.map((reason) => ({ column: this.#column, reason }));
    if (faults.length > 0) tally.failPhotos({ line, faults });
  }

  /** Returns undefined if the pet was deleted. */
  async #addPicture(reference: string, name: string): Promise<Outcome | undefined> {
    const { folder, processor, storage, ownerId, dryRun } = this.#options;
    const { read } = this.#database;
    const imported = await findImportedPhotos(read, ownerId, reference);
    if (imported?.exists === false) return undefined;
    const { content, digest } = await folder.read(name);
    if (imported?.digests.has(digest)) return 'photosUnchanged';
    if (dryRun || imported === undefined) return 'photosAdded';
    const { petId } = imported;
    // Before the picture is decoded.
    await requireRoom(read, { petId, accountId: ownerId }, storage);
    const prepared = await processor.prepare(content);
    return this.#database.write((db) => this.#save(db, petId, { reference, digest, prepared }), {
      account: ownerId,
      locks: [petLock(petId)],
    });
  }

  async #save(
    db: Queries,
    preparedFor: bigint,
    { reference, digest, prepared }: { reference: string; digest: string; prepared: PreparedPhoto },
  ): Promise<Outcome | undefined> {
    const { clock, publicUrl, storage, ownerId: accountId } = this.#options;
    // In the meantime the pet may have been merged into another one.
    const { petId = preparedFor } = (await findImportedPhotos(db, accountId, reference)) ?? {};
    if ((await lockPet(db, petId)) === undefined) return undefined;
    // Read again: another import of the same file may have added it in the meantime.
    const { digests = new Set<string>() } = (await findImportedPhotos(db, accountId, reference)) ?? {};
    if (digests.has(digest)) return 'photosUnchanged';
    await requireRoom(db, { petId, accountId }, storage);
    await addPhoto(db, { petId, accountId, prepared }, { actor: null, at: clock.now() }, publicUrl);
    await saveDigests(db, accountId, reference, [...digests, digest]);
    return 'photosAdded';
  }
}

/** Returns the reason for which one photo is not added, as the end of a sentence that begins with the column. */
function reasonOf(name: string, error: unknown): { reason: string } {
  if (error instanceof PictureFileError) return { reason: `${quote(name)} ${error.message}` };
  if (error instanceof ApiError && PHOTO_ERRORS.has(error.code))
    return { reason: `${quote(name)}: ${error.message}` };
  throw error;
}

/** A pet that was imported with a reference, and the pictures that imports added to it. */
interface ImportedPhotos {
  readonly petId: bigint;
  /** False if the pet was deleted. */
  readonly exists: boolean;
  /** Of the pictures as they were in the folder. A photo that was removed later stays here, so that it is not added again. */
  readonly digests: ReadonlySet<string>;
}

async function findImportedPhotos(
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

/** Of one animal; the newest. */
const MAX_DIGESTS = 100;

async function saveDigests(
  db: Queries,
  ownerId: bigint,
  reference: string,
  digests: Iterable<string>,
): Promise<void> {
  await db
    .updateTable('imported_pets')
    .set({ photos: JSON.stringify([...digests].slice(-MAX_DIGESTS)) })
    .where('owner_id', '=', ownerId)
    .where('reference', '=', reference)
    .execute();
}

/** Adds the names of the files of its photos to a row. */
export function addPhotoNames(row: MappedRow, source: PhotosSource | undefined, values: Values): MappedRow {
  if (source === undefined || row.kind !== 'pet') return row;
  const text = textOf(source, values);
  const parts = source.separator === undefined ? [text] : text.split(source.separator);
  const photos = parts.map((name) => name.trim()).filter((name) => name !== '');
  return photos.length === 0 ? row : { ...row, photos };
}
