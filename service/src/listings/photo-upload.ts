import { accountOf } from '../accounts/authenticate.ts';
import { quote } from '../core/errors.ts';
import { int64FromDigits } from '../core/int64.ts';
import type { Database } from '../database/database.ts';
import { admitLargeBody, collectBody, tooLargeError, whileArriving } from '../http/requests/body.ts';
import type { Exchange, ReceiveBody, ReceivedBody } from '../http/route.ts';
import type { IdempotentWrites } from '../idempotency/idempotent-writes.ts';
import { checkOwnPet } from '../pets/owned-pet.ts';
import { petNotFound } from '../pets/pet.ts';
import { type PhotoStorage, requireRoom } from '../photos/photo-queries.ts';
import type { UploadPlace, UploadQueue } from '../photos/upload-queue.ts';

export const MAX_PHOTO_BYTES = 10_000_000;

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
  uploads,
  storage,
}: UploadDependencies): ReceiveBody<UploadPlace> {
  return async (exchange, parameters) => {
    const admit = async (declared: number) => {
      const account = accountOf(exchange);
      const { petId: digits = '' } = parameters.params;
      const petId = int64FromDigits(digits);
      if (petId === undefined) throw petNotFound(quote(digits));
      await checkOwnPet(database.read, petId, account);
      // The photo of a repeated request is there already, and may be the last one that has room.
      if (!(await writes.hasResponse(exchange))) {
        await requireRoom(database.read, { petId, accountId: account.id }, storage);
      }
      const place = uploads.enter(account.id, declared);
      exchange.response.once('close', () => place.abandon());
      // The client may have disconnected in the meantime.
      if (exchange.response.closed) place.abandon();
      return place;
    };
    const place = await admitLargeBody(exchange, parameters, admit);
    return receivePicture(exchange, place);
  };
}

/** @throws {ApiError} `payload_too_large`, or `service_unavailable` if the upload is dropped. */
async function receivePicture(exchange: Exchange, place: UploadPlace): Promise<ReceivedBody<UploadPlace>> {
  const { request, route } = exchange;
  const bytes = await whileArriving(exchange, async () => {
    const picture = await collectBody(request, place.bytes, place.signal);
    if (picture === undefined) throw tooLargeError(route);
    return picture;
  });
  return { value: place, bytes };
}
