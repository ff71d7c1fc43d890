/** How often a thread tries to take the lock before it sleeps. What the lock protects takes less than a microsecond. */
const SPINS = 100;
/** How long it sleeps between two attempts. The system may have suspended the thread that has the lock. */
const PAUSE_MS = 0.05;
const FREE = 0;

/**
 * Lets one thread at a time run something that takes less than a few microseconds, and blocks the others meanwhile. A thread that ends while
 * it has the lock keeps it, until another one calls `forget`.
 */
export class ThreadLock {
  readonly #owner: Int32Array;
  readonly #thread: number;

  /**
   * @param owner one number in shared memory.
   * @param thread the number of this thread, from 1 on.
   */
  constructor(owner: Int32Array, thread: number) {
    this.#owner = owner;
    this.#thread = thread;
  }

  run<T>(work: () => T): T {
    this.#take();
    try {
      return work();
    } finally {
      Atomics.store(this.#owner, 0, FREE);
    }
  }

  /** Call it after another thread has ended. */
  forget(thread: number): void {
    Atomics.compareExchange(this.#owner, 0, thread, FREE);
  }

  #take(): void {
    for (let attempts = 1; ; attempts += 1) {
      const owner = Atomics.compareExchange(this.#owner, 0, FREE, this.#thread);
      if (owner === FREE) return;
      if (attempts >= SPINS) Atomics.wait(this.#owner, 0, owner, PAUSE_MS);
    }
  }
}
