import { type Clock, systemClock } from '../../platform/core/clock.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { FairQueue } from '../../platform/core/tasks/fair-queue.ts';
import { overloadError } from '../../platform/http/overload/concurrency-limit.ts';

/** Reads beyond it get 503. */
export const MAX_WAITING = 100;
/** Of one address, so that others find a place. */
const MAX_OF_ADDRESS = MAX_WAITING / 2;

export interface Pace {
  /** How many reads run at a time. */
  readonly places: number;
  /** A read up to this time keeps its place no longer. */
  readonly freeMs: number;
  /** How many times as long as a longer read its place stays empty after it. */
  readonly pause: number;
  /** By default that of the process: a read takes real time, also while a test stops the clock. */
  readonly clock?: Pick<Clock, 'monotonic' | 'after'>;
}

/** A read is synchronous: while it takes long, at most a fifth of the time is for such pages. */
export const EMBEDDED_PACE: Pace = { places: 1, freeMs: 3, pause: 4 };
/** The time of a read includes waiting for the server. */
export const SERVER_PACE: Pace = { places: 2, freeMs: 25, pause: 4 };

/**
 * Runs reads for visitors so that those that take long, such as lists of animals with long texts, leave most of the time to
 * accounts. A read waits while all places are taken; addresses take turns.
 */
export class PacedReads {
  readonly #pace: Pace;
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #waiting = new FairQueue<string, () => void>();
  #taken = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
    this.#clock = pace.clock ?? systemClock;
  }

  /** @throws {ApiError} `service_unavailable` if too many wait. */
  run<T>(address: string, read: () => MaybePromise<T>): MaybePromise<T> {
    if (this.#taken < this.#pace.places && this.#waiting.length === 0) return this.#start(read);
    if (this.#waiting.length >= MAX_WAITING || this.#waiting.lengthOf(address) >= MAX_OF_ADDRESS)
      throw overloadError();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(address, () => {
        try {
          resolve(this.#start(read));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #start<T>(read: () => MaybePromise<T>): MaybePromise<T> {
    this.#taken += 1;
    const begun = this.#clock.monotonic();
    const end = () => this.#end(this.#clock.monotonic() - begun);
    let result: MaybePromise<T> | undefined;
    try {
      result = read();
      return result instanceof Promise ? result.finally(end) : result;
    } finally {
      if (!(result instanceof Promise)) end();
    }
  }

  #end(ms: number): void {
    const { freeMs, pause } = this.#pace;
    if (ms <= freeMs) this.#release();
    else this.#clock.after(ms * pause, this.#release);
  }

  readonly #release = (): void => {
    this.#taken -= 1;
    // In a turn of its own, so that other requests run between two reads that waited.
    if (this.#waiting.length > 0) this.#clock.after(0, this.#startNext);
  };

  readonly #startNext = (): void => {
    if (this.#taken < this.#pace.places) this.#waiting.shift()?.();
  };
}
