import { accountOf } from '../../access/accounts/authenticate.ts';
import type { Database } from '../../platform/database/database.ts';
import type { UploadQueue } from '../../platform/http/overload/upload-queue.ts';
import type { Exchange } from '../../platform/http/route.ts';
import { checkOwnPet } from '../pets/owned-pet.ts';
import type { Photo } from '../photos/photo.ts';
import { photoFile } from '../photos/photo-queries.ts';
import { LARGEST_NAME } from '../photos/photo-sizes.ts';
import { photosOfPet } from './photo-changes.ts';

export interface StoredPictureDependencies {
  database: Pick<Database, 'read'>;
  uploads: UploadQueue;
}

interface PhotoPath {
  readonly petId: bigint;
  readonly photoId: string;
}

/**
 * Makes something of the largest stored file of a photo, before the transaction of the change. It takes its turn among the
 * uploads, because one picture is processed at a time. Resolves with undefined if the animal has no such photo any more, which the
 * transaction reports.
 *
 * @throws {ApiError} `pet_not_found`, `not_owner`, or `service_unavailable` if too many pictures wait.
 */
export async function processStored<T>(
  exchange: Exchange,
  { petId, photoId }: PhotoPath,
  { database, uploads }: StoredPictureDependencies,
  task: (stored: Uint8Array, photo: Photo) => Promise<T>,
): Promise<T | undefined> {
  const account = accountOf(exchange);
  await checkOwnPet(database.read, petId, account);
  const photo = (await photosOfPet(database.read, petId)).find(({ id }) => id === photoId);
  const stored = photo && (await photoFile(database.read, photoId, LARGEST_NAME));
  if (photo === undefined || stored === undefined) return undefined;
  const place = uploads.enter(account.id, stored.byteLength);
  exchange.response.once('close', () => place.abandon());
  try {
    return await place.process(() => task(stored, photo));
  } finally {
    place.leave();
  }
}
