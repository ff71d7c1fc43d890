import { randomBytes } from 'node:crypto';
import type { Queries } from '../../platform/database/database.ts';
import type { Change } from '../../record/events/event.ts';
import { isSamePoint } from '../photos/focal-point.ts';
import { type Photo, type PhotoChange, photoNotFound } from '../photos/photo.ts';
import {
  deletePhoto,
  insertPhoto,
  orderPhotos,
  type PhotoFile,
  photosOf,
  updateAlt,
  updateFocalPoint,
  uploaderOf,
} from '../photos/photo-queries.ts';
import type { PreparedPhoto } from '../photos/processing/photo-processor.ts';
import { recordListing } from './listing-changes.ts';

// Call these functions in the transaction of the change, with the pet locked. Each appends one event.

/** The address of a photo is a capability, so its id cannot be guessed. */
const ID_BYTES = 16;

function newId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}

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
  const photo = { id: newId(), alt: '', ...facts };
  const position = (await photosOfPet(db, petId)).length;
  await insertPhoto(db, { ...photo, petId, accountId, position, files });
  await recordListing(db, petId, change, publicUrl);
  return photo;
}

/**
 * Changes the text, the place and the focal point of a photo. Writes nothing and appends no event if it has them already.
 *
 * @param framed the file for previews of links with the new focal point; undefined without a new one.
 * @throws {ApiError} `photo_not_found`.
 */
export async function changePhoto(
  db: Queries,
  { petId, photoId, framed }: { petId: bigint; photoId: string; framed: PhotoFile | undefined },
  { alt, position, focalPoint }: PhotoChange,
  change: Change,
  publicUrl: string,
): Promise<Photo> {
  const photos = await photosOfPet(db, petId);
  const photo = requirePhoto(photos, photoId);
  const next = { ...photo, alt: alt ?? photo.alt, focalPoint: focalPoint ?? photo.focalPoint };
  const others = photos.filter(({ id }) => id !== photoId);
  const ordered = others.toSpliced(position ?? photos.indexOf(photo), 0, next);
  const isMoved = ordered.some(({ id }, index) => id !== photos[index]?.id);
  const isReframed = !isSamePoint(next.focalPoint, photo.focalPoint);
  if (next.alt === photo.alt && !isMoved && !isReframed) return photo;
  await updateAlt(db, photoId, next.alt);
  if (isReframed) await updateFocalPoint(db, photoId, next.focalPoint, framed);
  await orderPhotos(
    db,
    ordered.map(({ id }) => id),
  );
  await recordListing(db, petId, change, publicUrl);
  return next;
}

/**
 * Replaces a photo by another one with the same text and place. It has an id of its own, because the files of a photo never
 * change.
 *
 * @throws {ApiError} `photo_not_found`.
 */
export async function replacePhoto(
  db: Queries,
  { petId, photoId, prepared }: { petId: bigint; photoId: string; prepared: PreparedPhoto },
  change: Change,
  publicUrl: string,
): Promise<Photo> {
  const photos = await photosOfPet(db, petId);
  const before = requirePhoto(photos, photoId);
  const accountId = await uploaderOf(db, photoId);
  const { files, ...facts } = prepared;
  const photo = { id: newId(), alt: before.alt, ...facts };
  await deletePhoto(db, photoId);
  await insertPhoto(db, { ...photo, petId, accountId, position: photos.indexOf(before), files });
  await recordListing(db, petId, change, publicUrl);
  return photo;
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

export async function photosOfPet(db: Queries, petId: bigint): Promise<readonly Photo[]> {
  return (await photosOf(db, [petId])).get(petId) ?? [];
}

function requirePhoto(photos: readonly Photo[], id: string): Photo {
  const photo = photos.find((one) => one.id === id);
  if (photo === undefined) throw photoNotFound(id);
  return photo;
}
