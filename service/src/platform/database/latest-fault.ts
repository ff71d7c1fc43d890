/** Knows whether the last attempt of some work has failed, and calls who observes that. */
export class LatestFault {
  #latest: Error | undefined;
  #onFault: (error: Error) => void = () => {};
  #onEnd: () => void = () => {};

  /** Why the last attempt has failed; undefined if it succeeded, or there was none. */
  get latest(): Error | undefined {
    return this.#latest;
  }

  /** Sets the functions that are called for each failure, also for one that came before, and for a success after one. */
  observe(onFault: (error: Error) => void, onEnd: () => void = () => {}): void {
    this.#onFault = onFault;
    this.#onEnd = onEnd;
    if (this.#latest !== undefined) onFault(this.#latest);
  }

  /** Call it after each attempt; without an error if it succeeded. */
  report(error?: Error): void {
    const had = this.#latest !== undefined;
    this.#latest = error;
    if (error !== undefined) this.#onFault(error);
    else if (had) this.#onEnd();
  }
}
