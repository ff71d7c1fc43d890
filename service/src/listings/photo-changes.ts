import { randomBytes } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import type { Change } from '../events/event.ts';
import { type Photo, type PhotoChange, photoNotFound } from '../photos/photo.ts';
import { deletePhoto, insertPhoto, orderPhotos, photosOf, updateAlt } from '../photos/photo-queries.ts';
import type { PreparedPhoto } from '../photos/processing/photo-processor.ts';
import { recordListing } from './listing-changes.ts';

// Call these functions in the transaction of the change, with the pet locked. Each appends one event.

/** The address of a photo is a capability, so its id cannot be guessed. */
const ID_BYTES = 16;

interface NewUpload {
  readonly petId: bigint;
  readonly accountId: bigint;
  readonly prepared: PreparedPhoto;
}

/** Adds a photo after those of the pet. */
export async function addPhoto(
  db: Queries,
  { petId, accountId, prepared }: NewUpload,
  change: Change,
  publicUrl: string,
): Promise<Photo> {
  const { files, ...facts } = prepared;
  const photo = { id: randomBytes(ID_BYTES).toString('hex'), alt: '', ...facts };
  const position = (await photosOfPet(db, petId)).length;
  await insertPhoto(db, { ...photo, petId, accountId, position, files });
  await recordListing(db, petId, change, publicUrl);
  return photo;
}

/**
 * Changes the text and the place of a photo. Writes nothing and appends no event if it has them already.
 *
 * @throws {ApiError} `photo_not_found`.
 */
export async function changePhoto(
  db: Queries,
  { petId, photoId }: { petId: bigint; photoId: string },
  { alt, position }: PhotoChange,
  change: Change,
  publicUrl: string,
): Promise<Photo> {
  const photos = await photosOfPet(db, petId);
  const photo = requirePhoto(photos, photoId);
  const next = { ...photo, alt: alt ?? photo.alt };
  const others = photos.filter(({ id }) => id !== photoId);
  const ordered = others.toSpliced(position ?? photos.indexOf(photo), 0, next);
  if (next.alt === photo.alt && ordered.every(({ id }, index) => id === photos[index]?.id)) return photo;
  await updateAlt(db, photoId, next.alt);
  await orderPhotos(
    db,
    ordered.map(({ id }) => id),
  );
  await recordListing(db, petId, change, publicUrl);
  return next;
}

/** @throws {ApiError} `photo_not_found`. */
export async function removePhoto(
  db: Queries,
  { petId, photoId }: { petId: bigint; photoId: string },
  change: Change,
  publicUrl: string,
): Promise<void> {
  const photos = await photosOfPet(db, petId);
  requirePhoto(photos, photoId);
  await deletePhoto(db, photoId);
  await orderPhotos(
    db,
    photos.filter(({ id }) => id !== photoId).map(({ id }) => id),
  );
  await recordListing(db, petId, change, publicUrl);
}

async function photosOfPet(db: Queries, petId: bigint): Promise<readonly Photo[]> {
  return (await photosOf(db, [petId])).get(petId) ?? [];
}

function requirePhoto(photos: readonly Photo[], id: string): Photo {
  const photo = photos.find((one) => one.id === id);
  if (photo === undefined) throw photoNotFound(id);
  return photo;
}
