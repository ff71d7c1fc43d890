/** The watch looks this many times within its limit. A stall of this process between two looks is noticed by the next. */
const LOOKS_PER_LIMIT = 4;

/**
 * Tells when a peer is silent: something was asked of it, and for a while nothing at all was heard. Unlike a time
 * limit on each call, one slow answer among many is no silence. Time in which this process itself was stalled does not
 * count: it could neither send the question nor read the response.
 */
export class Watchdog {
  readonly #limitMs: number;
  readonly #stepMs: number;
  readonly #isWaiting: () => boolean;
  readonly #onSilence: () => void;
  #heardAt = 0;
  #dueAt = 0;
  #isWatching = false;

  constructor(limitMs: number, isWaiting: () => boolean, onSilence: () => void) {
    this.#limitMs = limitMs;
    this.#stepMs = limitMs / LOOKS_PER_LIMIT;
    this.#isWaiting = isWaiting;
    this.#onSilence = onSilence;
  }

  /** To be told when the first answer is waited for after none was. */
  start(): void {
    this.reset();
    if (!this.#isWatching) this.#watch();
  }

  reset(): void {
    this.#heardAt = performance.now();
  }

  #watch(): void {
    const ms = Math.max(1, Math.min(this.#stepMs, this.#leftMs()));
    this.#isWatching = true;
    this.#dueAt = performance.now() + ms;
    setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    this.#isWatching = false;
    if (!this.#isWaiting()) return;
    const now = performance.now();
    // The timer fired late by as long as the process was stalled.
    this.#heardAt = Math.min(now, this.#heardAt + now - this.#dueAt);
    if (this.#leftMs() > 0) this.#watch();
    // What has already arrived in the socket is read before the next turn.
    else setImmediate(() => this.#lookAgain());
  }

  #lookAgain(): void {
    if (!this.#isWaiting() || this.#isWatching) return;
    if (this.#leftMs() > 0) this.#watch();
    else this.#onSilence();
  }

  /** Rounded: a thousandth of a millisecond is not worth another look. */
  #leftMs(): number {
    return Math.round(this.#limitMs - (performance.now() - this.#heardAt));
  }
}
