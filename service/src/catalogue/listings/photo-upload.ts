import { accountOf } from '../../access/accounts/authenticate.ts';
import type { IdempotentWrites } from '../../access/idempotency/idempotent-writes.ts';
import { quote } from '../../platform/core/errors.ts';
import { int64FromDigits } from '../../platform/core/int64.ts';
import type { Database } from '../../platform/database/database.ts';
import { receiveInQueue } from '../../platform/http/overload/receive-in-queue.ts';
import type { UploadPlace, UploadQueue } from '../../platform/http/overload/upload-queue.ts';
import type { ReceiveBody } from '../../platform/http/route.ts';
import { checkOwnPet } from '../pets/owned-pet.ts';
import { petNotFound } from '../pets/pet.ts';
import { type PhotoStorage, requireRoom } from '../photos/photo-queries.ts';

export const MAX_PHOTO_BYTES = 10_000_000;
/** A picture takes about a second. There is room for about ten pictures of a telephone, or three of 10 MB. */
export const PHOTO_UPLOADS = {
  things: 'photos',
  largestBytes: MAX_PHOTO_BYTES,
  maxBytes: 32 * 1024 * 1024,
  retryAfterSeconds: 5,
};

interface UploadDependencies {
  database: Database;
  writes: IdempotentWrites;
  uploads: UploadQueue;
  storage: PhotoStorage;
}

/**
 * Returns the function that receives an upload. Before the body it checks all that needs no body: its type and size, the pet
 * and its owner, the limits, and whether the service has room for it. It takes a place for the upload, which its operation
 * leaves.
 */
export function receivePhoto({
  database,
  writes,
  uploads: queue,
  storage,
}: UploadDependencies): ReceiveBody<UploadPlace> {
  return (exchange, parameters) => {
    const account = accountOf(exchange);
    const check = async () => {
      const { petId: digits = '' } = parameters.params;
      const petId = int64FromDigits(digits);
      if (petId === undefined) throw petNotFound(quote(digits));
      await checkOwnPet(database.read, petId, account);
      // The photo of a repeated request is there already, and may be the last one that has room.
      if (!(await writes.hasResponse(exchange))) {
        await requireRoom(database.read, { petId, accountId: account.id }, storage);
      }
    };
    return receiveInQueue(exchange, parameters, { queue, accountId: account.id, check });
  };
}
