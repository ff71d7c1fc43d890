/** Knows whether the last checkpoint has failed, and calls who observes failures. */
export class CheckpointFaults {
  #latest: Error | undefined;
  #onFault: (error: Error) => void = () => {};

  /** Why the last checkpoint has failed; undefined if it succeeded, or there was none. */
  get latest(): Error | undefined {
    return this.#latest;
  }

  /** Sets the function that is called for each failure. */
  observe(onFault: (error: Error) => void): void {
    this.#onFault = onFault;
  }

  /** Call it after each checkpoint; without an error if it succeeded. */
  report(error?: Error): void {
    this.#latest = error;
    if (error !== undefined) this.#onFault(error);
  }
}
