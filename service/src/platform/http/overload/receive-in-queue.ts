import { admitLargeBody, collectBody, tooLargeError, whileArriving } from '../requests/body.ts';
import type { Exchange, ReceivedBody, TextParameters } from '../route.ts';
import type { UploadPlace, UploadQueue } from './upload-queue.ts';

interface QueuedUpload {
  readonly queue: UploadQueue;
  readonly accountId: bigint;
  /** Runs before the body is read. Throws to reject the request. */
  check?(): Promise<void>;
}

/**
 * Receives a large body in a place of a queue, which the operation leaves.
 *
 * @throws {ApiError} `payload_too_large`, `unsupported_media_type`, what `check` throws, or `service_unavailable` if there is no
 * place, or if the upload is dropped.
 */
export async function receiveInQueue(
  exchange: Exchange,
  parameters: TextParameters,
  { queue, accountId, check }: QueuedUpload,
): Promise<ReceivedBody<UploadPlace>> {
  const { request, response, route } = exchange;
  const place = await admitLargeBody(exchange, parameters, async (declared) => {
    await check?.();
    const entered = queue.enter(accountId, declared);
    response.once('close', () => entered.abandon());
    // The client may have disconnected in the meantime.
    if (response.closed) entered.abandon();
    return entered;
  });
  const bytes = await whileArriving(exchange, async () => {
    const body = await collectBody(request, place.bytes, place.signal);
    if (body === undefined) throw tooLargeError(route);
    return body;
  });
  return { value: place, bytes };
}
