import { ApiError } from '../core/errors.ts';
import type { Queries } from '../database/database.ts';
import { MAX_PHOTOS_OF_A_PET } from './photo-limits.ts';
import { countPhotos, photoBytes, photoBytesOf } from './photo-store.ts';

const MEGABYTE = 1_000_000;

/** The storage of photos in megabytes. */
export interface PhotoStorage {
  readonly maxMegabytes: number;
  readonly maxMegabytesOfAccount: number;
}

/** @throws {ApiError} `too_many_photos`, or `storage_full`. */
export async function requireRoom(
  db: Queries,
  { petId, accountId }: { petId: bigint; accountId: bigint },
  { maxMegabytes, maxMegabytesOfAccount }: PhotoStorage,
): Promise<void> {
  if ((await countPhotos(db, petId)) >= MAX_PHOTOS_OF_A_PET) {
    throw new ApiError(
      'too_many_photos',
      `Pet ${petId} has ${MAX_PHOTOS_OF_A_PET} photos, the maximum. Remove one first.`,
    );
  }
  if ((await photoBytesOf(db, accountId)) >= maxMegabytesOfAccount * MEGABYTE) {
    throw storageFull('The photos of this account take all of its storage', maxMegabytesOfAccount);
  }
  if ((await photoBytes(db)) >= maxMegabytes * MEGABYTE) {
    throw storageFull('The photos of all accounts take all of the storage', maxMegabytes);
  }
}

function storageFull(what: string, megabytes: number): ApiError {
  return new ApiError(
    'storage_full',
    `${what}, ${megabytes} MB. Remove some first, or ask the operator for more.`,
  );
}
