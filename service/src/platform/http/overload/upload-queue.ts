import { type ApiError, overloaded, unavailable } from '../../core/errors.ts';
import { Turns } from '../../core/tasks/fair-queue.ts';
import { disconnected } from '../requests/body.ts';

/** The uploads of one account that may wait while another one is processed. */
const MAX_WAITING_OF_ACCOUNT = 2;

export interface UploadQueueOptions {
  /** What is uploaded, in the plural, for messages. */
  readonly things: string;
  /** The largest upload. */
  readonly largestBytes: number;
  /** The bytes of all uploads that are received, wait or are processed. */
  readonly maxBytes: number;
  /** About the time that a few uploads take. */
  readonly retryAfterSeconds: number;
}

/** The place of one upload, from before its body is read until what it contains is stored or rejected. */
export interface UploadPlace {
  /** The size of its body, or the largest allowed one if the client does not declare it. */
  readonly bytes: number;
  /** Aborted when the upload is dropped, with the error for its client. */
  readonly signal: AbortSignal;
  /**
   * Runs `task` when no other upload is processed, in turn with other accounts.
   *
   * @throws the reason of the signal, also if the client disconnects while `task` runs.
   */
  process<T>(task: () => Promise<T>): Promise<T>;
  /** Call it when the client has disconnected. An upload that waits is dropped; one that is processed keeps its place. */
  abandon(): void;
  /** Makes room for another upload. Call it when nothing uses the body any more. May be called more than once. */
  leave(): void;
}

/**
 * Bounds the uploads of this thread, before their bodies take memory, and processes one at a time. The states of an upload:
 *
 *   arrived ---- its account has two that wait, or there is no room ------> rejected (503)
 *   arrived ---- otherwise ----------------------------------------------> waiting: its body is read, then it waits
 *   waiting ---- it is the turn of its account --------------------------> processed
 *   waiting ---- its client disconnects ---------------------------------> left
 *   waiting ---- an account that has less needs its room ----------------> rejected (503)
 *   processed -- its content is stored or rejected ----------------------> left
 *
 * So no account can keep the others out, however slowly it sends: an upload of an account that has less than another one gets
 * the room of that one's newest upload that waits.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions;
  readonly #maxBytes: number;
  /** In the order of their arrival. */
  readonly #places = new Set<Place>();
  readonly #turns = new Turns<bigint>();

  /** @param share of the bytes for this thread, which has room for one upload at least. */
  constructor(options: UploadQueueOptions, share = 1) {
    this.#options = options;
    this.#maxBytes = Math.max(options.largestBytes, options.maxBytes * share);
  }

  /**
   * Takes a place.
   *
   * @param bytes as in `UploadPlace`.
   * @throws {ApiError} `service_unavailable`.
   */
  enter(accountId: bigint, bytes: number): UploadPlace {
    const waiting = this.#waiting().filter((place) => place.accountId === accountId);
    if (waiting.length >= MAX_WAITING_OF_ACCOUNT) {
      throw unavailable(
        `Two ${this.#options.things} of this account wait already. Send the next one when one of them is done.`,
        undefined,
        this.#retryAfter,
      );
    }
    for (const place of this.#uploadsToDrop(accountId, bytes)) place.drop(this.#noRoom());
    const place = new Place(accountId, bytes, this.#turns, () => this.#places.delete(place));
    this.#places.add(place);
    return place;
  }

  /**
   * Returns the uploads that make room for a new one.
   *
   * @throws {ApiError} `service_unavailable` if no other account has more than this one would have.
   */
  #uploadsToDrop(accountId: bigint, bytes: number): Place[] {
    const held = new Map<bigint, number>();
    const add = (account: bigint, more: number) => held.set(account, (held.get(account) ?? 0) + more);
    for (const place of this.#places) add(place.accountId, place.bytes);
    const own = (held.get(accountId) ?? 0) + bytes;
    const dropped: Place[] = [];
    const newestFirst = this.#waiting().toReversed();
    let room = this.#maxBytes - [...held.values()].reduce((sum, one) => sum + one, 0);
    while (room < bytes) {
      const most = Math.max(0, ...newestFirst.map((place) => held.get(place.accountId) ?? 0));
      const index = newestFirst.findIndex((place) => held.get(place.accountId) === most);
      const [place] = most > own ? newestFirst.splice(index, 1) : [];
      if (place === undefined) throw this.#noRoom();
      add(place.accountId, -place.bytes);
      room += place.bytes;
      dropped.push(place);
    }
    return dropped;
  }

  #waiting(): Place[] {
    return [...this.#places].filter(({ isProcessed }) => !isProcessed);
  }

  #noRoom(): ApiError {
    return overloaded(
      `The service receives as many ${this.#options.things} as it can process. Try again in a moment.`,
      undefined,
      this.#retryAfter,
    );
  }

  get #retryAfter() {
    return { 'Retry-After': String(this.#options.retryAfterSeconds) };
  }
}

class Place implements UploadPlace {
  readonly accountId: bigint;
  readonly bytes: number;
  isProcessed = false;
  readonly #dropping = new AbortController();
  readonly #turns: Turns<bigint>;
  readonly #onLeft: () => void;

  constructor(accountId: bigint, bytes: number, turns: Turns<bigint>, onLeft: () => void) {
    this.accountId = accountId;
    this.bytes = bytes;
    this.#turns = turns;
    this.#onLeft = onLeft;
  }

  get signal(): AbortSignal {
    return this.#dropping.signal;
  }

  async process<T>(task: () => Promise<T>): Promise<T> {
    const { signal } = this;
    const start = () => {
      this.isProcessed = true;
      return task();
    };
    const result = await this.#turns.run(this.accountId, start, signal);
    signal.throwIfAborted();
    return result;
  }

  abandon(): void {
    this.drop(disconnected());
  }

  drop(reason: Error): void {
    this.#dropping.abort(reason);
    if (!this.isProcessed) this.leave();
  }

  leave(): void {
    this.#onLeft();
  }
}
