import { overloaded, unavailable } from '../../core/errors.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Exchange } from '../route.ts';

/** The downloads that a process sends at the same time. Each reads much of the store. */
const MAX_DOWNLOADS = 2;
/** About the time that a large export takes. */
const RETRY_AFTER = { 'Retry-After': '10' };

/** A response, of which only the end matters. */
interface Closable {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

type Parts = AsyncIterable<string | Uint8Array>;

/**
 * Limits the responses that are sent while they are read: one of an account, and two of a process. A download has its place
 * until it has ended: all of it is sent, it has failed, its sender may not read it any more, or the client has disconnected and no
 * read of the store runs for it.
 */
export class DownloadPlaces<Sender extends { readonly response: Closable } = Exchange> {
  /** The accounts whose downloads are being sent. */
  readonly #accounts = new Set<bigint>();
  readonly #hasAccess: (sender: Sender) => MaybePromise<boolean>;

  /** @param hasAccess returns false if the sender of a request may not do any more what it could when it began. */
  constructor(hasAccess: (sender: Sender) => MaybePromise<boolean>) {
    this.#hasAccess = hasAccess;
  }

  /**
   * Returns the parts of a download, which has a place from now on.
   *
   * @throws {ApiError} `service_unavailable` if there is no place.
   */
  take(sender: Sender, accountId: bigint, parts: Parts): Parts {
    const { response } = sender;
    const hasAccess = this.#hasAccess;
    // Its `close` is over, so nothing would free the place.
    if (response.destroyed) throw unavailable('The client has disconnected.');
    if (this.#accounts.has(accountId)) throw ownDownload();
    if (this.#accounts.size >= MAX_DOWNLOADS) throw tooManyDownloads();
    this.#accounts.add(accountId);
    const free = () => this.#accounts.delete(accountId);
    let isStarted = false;
    // For HEAD, and for a client that has disconnected before the first part.
    response.once('close', () => isStarted || free());
    async function* untilEnd() {
      isStarted = true;
      try {
        for await (const part of parts) {
          if (!(await hasAccess(sender))) throw new Error('The sender may not read the rest.');
          yield part;
        }
      } finally {
        free();
      }
    }
    return untilEnd();
  }
}

function ownDownload() {
  return unavailable(
    'This account downloads a file already. Send this request again when that download has ended.',
    undefined,
    RETRY_AFTER,
  );
}

function tooManyDownloads() {
  return overloaded(
    `${MAX_DOWNLOADS} downloads of other accounts are being sent. Send this request again in a moment.`,
    undefined,
    RETRY_AFTER,
  );
}
