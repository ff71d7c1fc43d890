import { type Clock, MINUTE, SECOND, withTimeout } from './clock.ts';
import { singleFlight } from './tasks/single-flight.ts';

const MIN_AGE_MS = MINUTE;
/** A new reading starts after at least this many times the duration of the last one. */
const MIN_PAUSE_FACTOR = 100;
const FIRST_READING_TIMEOUT_MS = SECOND;

/**
 * A number that is slow to read, such as a count of all rows. It is read in the background: at most once a minute, and
 * less often if one reading takes longer than 0.6 s. Callers get the last value, or NaN if there is none.
 */
export class CachedNumber {
  readonly #clock: Clock;
  readonly #read: () => Promise<number>;
  readonly #refresh = singleFlight(() => this.#readNow());
  #value = Number.NaN;
  #readAt = Number.NEGATIVE_INFINITY;
  #maxAgeMs = MIN_AGE_MS;

  constructor(clock: Clock, read: () => Promise<number>) {
    this.#clock = clock;
    this.#read = read;
  }

  /** Never rejects. Waits at most 1 s, and only for the first value. */
  async get(): Promise<number> {
    // The absolute value, because the clock may have been set back.
    const isOld = Math.abs(this.#clock.now() - this.#readAt) >= this.#maxAgeMs;
    const refreshed = isOld ? this.#refresh() : undefined;
    if (Number.isNaN(this.#value) && refreshed !== undefined) {
      await withTimeout(FIRST_READING_TIMEOUT_MS, refreshed);
    }
    return this.#value;
  }

  async #readNow(): Promise<void> {
    const [readAt, startedAt] = [this.#clock.now(), this.#clock.monotonic()];
    this.#value = await this.#read().catch(() => Number.NaN);
    this.#readAt = readAt;
    this.#maxAgeMs = Math.max(MIN_AGE_MS, MIN_PAUSE_FACTOR * (this.#clock.monotonic() - startedAt));
  }
}
