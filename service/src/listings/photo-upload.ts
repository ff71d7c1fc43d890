import { accountOf } from '../accounts/authenticate.ts';
import { quote } from '../core/errors.ts';
import { int64FromDigits } from '../core/int64.ts';
import type { Database } from '../database/database.ts';
import type { Exchange, ReceiveBody, ReceivedBody } from '../http/exchange.ts';
import { collectBody } from '../http/requests/collect-body.ts';
import { tooLargeError } from '../http/requests/json-body.ts';
import { admitLargeBody } from '../http/requests/large-body.ts';
import type { IdempotentWrites } from '../idempotency/idempotent-writes.ts';
import { checkOwnPet } from '../pets/owned-pet.ts';
import { petNotFound } from '../pets/pet.ts';
import { type PhotoStorage, requireRoom } from '../photos/photo-storage.ts';
import type { UploadPlace, UploadQueue } from '../photos/upload-queue.ts';

export const MAX_UPLOAD_BYTES = 10_000_000;

declare module '../http/exchange.ts' {
  interface Exchange {
    /** The place of an upload; undefined for every other request. */
    upload?: UploadPlace;
  }
}

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
export function receiveUpload({ database, writes, uploads, storage }: UploadDependencies): ReceiveBody {
  return async (exchange, parameters) => {
    await admitLargeBody(exchange, parameters, async (declared) => {
      const account = accountOf(exchange);
      const { petId: digits } = parameters.params as { petId: string }; // not validated yet
      const petId = int64FromDigits(digits);
      if (petId === undefined) throw petNotFound(quote(digits));
      await checkOwnPet(database.read, petId, account);
      // The photo of a repeated request is there already, and may be the last one that has room.
      if (!(await writes.hasResponse(exchange))) {
        await requireRoom(database.read, { petId, accountId: account.id }, storage);
      }
      const place = uploads.enter(account.id, declared);
      exchange.upload = place;
      exchange.response.once('close', () => place.abandon());
      // The client may have disconnected in the meantime.
      if (exchange.response.closed) place.abandon();
    });
    return receivePicture(exchange);
  };
}

/** @throws {ApiError} `payload_too_large`, or `service_unavailable` if the upload is dropped. */
async function receivePicture(exchange: Exchange): Promise<ReceivedBody> {
  const { request, route } = exchange;
  const { bytes, signal } = uploadOf(exchange);
  exchange.isReadingBody = true;
  const picture = await collectBody(request, bytes, signal);
  if (picture === undefined) throw tooLargeError(route?.config ?? {});
  exchange.isReadingBody = false;
  return { value: undefined, bytes: picture };
}

export function uploadOf({ upload }: Exchange): UploadPlace {
  if (upload === undefined) throw new Error('The upload was not admitted');
  return upload;
}
