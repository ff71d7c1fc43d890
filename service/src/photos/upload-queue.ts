import { unavailable } from '../core/errors.ts';
import { oneAtATime } from '../core/tasks/one-at-a-time.ts';
import { MAX_WAITING_BYTES, MAX_WAITING_OF_ACCOUNT } from './photo-limits.ts';

/** A picture takes about a second. */
const RETRY_AFTER_SECONDS = '5';

/** The place of one upload, from before its body is read until its photo is stored or rejected. */
export interface UploadPlace {
  /** The size of its body, or the largest allowed one if the client does not declare it. */
  readonly bytes: number;
  /** Runs `task` when no other upload is processed. */
  process<T>(task: () => Promise<T>): Promise<T>;
  /** Makes room for another upload. May be called more than once. */
  leave(): void;
}

/**
 * Bounds the uploads of this process, before their bodies take memory, and processes one at a time. The states of an upload:
 *
 *   arrived ---- its account has two that wait, or no memory is left --> rejected (503)
 *   arrived ---- otherwise ---------------------------------------------> waiting: its body is read, then it waits for its turn
 *   waiting ---- the one before it is done -----------------------------> processed
 *   any state -- its photo is stored or rejected, or the client leaves --> left
 */
export class UploadQueue {
  readonly #waiting = new Map<bigint, number>();
  #bytes = 0;
  readonly #inTurn = oneAtATime();

  /**
   * Takes a place.
   *
   * @param bytes as in `UploadPlace`.
   * @throws {ApiError} `service_unavailable`.
   */
  enter(accountId: bigint, bytes: number): UploadPlace {
    const waiting = this.#waiting.get(accountId) ?? 0;
    if (waiting >= MAX_WAITING_OF_ACCOUNT) {
      throw full(`Two uploads of this account wait already. Send the next one when one of them is done.`);
    }
    if (this.#bytes + bytes > MAX_WAITING_BYTES) {
      throw full('The service receives as many photos as it can process. Try again in a moment.');
    }
    this.#waiting.set(accountId, waiting + 1);
    this.#bytes += bytes;
    let waits = true;
    let isInside = true;
    const stopWaiting = () => {
      if (waits) this.#endWait(accountId);
      waits = false;
    };
    return {
      bytes,
      process: (task) =>
        this.#inTurn(() => {
          stopWaiting();
          return task();
        }),
      leave: () => {
        stopWaiting();
        if (isInside) this.#bytes -= bytes;
        isInside = false;
      },
    };
  }

  #endWait(accountId: bigint): void {
    const left = (this.#waiting.get(accountId) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(accountId);
    else this.#waiting.set(accountId, left);
  }
}

function full(message: string) {
  return unavailable(message, undefined, { 'Retry-After': RETRY_AFTER_SECONDS });
}
