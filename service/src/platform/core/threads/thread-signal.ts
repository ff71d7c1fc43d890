/** Notifies the threads of the process of something that has happened. */
export class ThreadSignal {
  readonly #count: Int32Array;
  #seen: number;

  /** @param count one number in shared memory. */
  constructor(count: Int32Array) {
    this.#count = count;
    this.#seen = this.#load();
  }

  get wasRaised(): boolean {
    return this.#load() !== 0;
  }

  raise(): void {
    Atomics.add(this.#count, 0, 1);
    Atomics.notify(this.#count, 0);
  }

  /** Resolves when a thread has raised it since the last call. */
  async next(): Promise<void> {
    const { async, value } = Atomics.waitAsync(this.#count, 0, this.#seen);
    if (async) await value;
    this.#seen = this.#load();
  }

  #load(): number {
    return Atomics.load(this.#count, 0);
  }
}
