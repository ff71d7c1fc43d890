import { type Clock, MINUTE, SECOND } from './clock.ts';
import { withTimeout } from './with-timeout.ts';

const KEPT_MS = MINUTE;
/** Reading takes at most one part in so many of the time. */
const LEAST_PAUSE = 100;
const FIRST_WAIT_MS = SECOND;

/**
 * A number that is slow to read, such as a count of all rows. It is read in the background, at most once a minute, and
 * less often if it takes longer than 0.6 s; until then callers get the last one. NaN if it is not known.
 */
export class CachedNumber {
  readonly #clock: Clock;
  readonly #read: () => Promise<number>;
  #value = Number.NaN;
  #readAt = Number.NEGATIVE_INFINITY;
  #keptMs = KEPT_MS;
  #reading: Promise<void> | undefined;

  constructor(clock: Clock, read: () => Promise<number>) {
    this.#clock = clock;
    this.#read = read;
  }

  /** Never rejects. Waits at most 1 s, and only for the first number. */
  async get(): Promise<number> {
    // A clock that was set back says nothing about the age.
    const isOld = Math.abs(this.#clock.now() - this.#readAt) >= this.#keptMs;
    if (isOld) {
      this.#reading ??= this.#refresh().finally(() => {
        this.#reading = undefined;
      });
    }
    if (Number.isNaN(this.#value) && this.#reading !== undefined)
      await withTimeout(FIRST_WAIT_MS, this.#reading);
    return this.#value;
  }

  async #refresh(): Promise<void> {
    const [readAt, began] = [this.#clock.now(), performance.now()];
    this.#value = await this.#read().catch(() => Number.NaN);
    this.#readAt = readAt;
    this.#keptMs = Math.max(KEPT_MS, LEAST_PAUSE * (performance.now() - began));
  }
}
