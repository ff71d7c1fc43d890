/** The state is one number, so that one atomic operation changes it: the thread that has its turn, and a bit for each that waits. */
const OWNER_BITS = 5;
const OWNER_MASK = 2 ** OWNER_BITS - 1;
/** The bits of the waiting threads fill the rest of 32. */
export const MAX_THREADS = 32 - OWNER_BITS - 1;

/**
 * Lets one thread at a time do something that takes several turns of its event loop, such as a transaction. The others wait without blocking, and get
 * their turn in the order of their numbers.
 *
 *     free ──take──> of A ──B waits──> of A, B waits ──A ends its turn, or ends──> of B ──end──> free
 */
export class ThreadTurns {
  readonly #state: Int32Array;
  readonly #thread: number;

  /**
   * @param state one number in shared memory.
   * @param thread the number of this thread, from 1 to `MAX_THREADS`.
   */
  constructor(state: Int32Array, thread: number) {
    this.#state = state;
    this.#thread = thread;
  }

  /** Resolves when it is the turn of this thread, which has to end it. */
  async take(): Promise<void> {
    for (;;) {
      const state = Atomics.load(this.#state, 0);
      if (ownerOf(state) === this.#thread) return;
      const next = state === 0 ? this.#thread : state | bitOf(this.#thread);
      if (next !== state && Atomics.compareExchange(this.#state, 0, state, next) !== state) continue;
      if (ownerOf(next) === this.#thread) return;
      const { async, value } = Atomics.waitAsync(this.#state, 0, next);
      if (async) await value;
    }
  }

  /** Gives the turn to the next thread that waits. */
  end(): void {
    this.#pass(this.#thread);
  }

  /** Call it after another thread has ended. It may have had its turn, or waited. */
  forget(thread: number): void {
    this.#pass(thread);
  }

  #pass(thread: number): void {
    for (;;) {
      const state = Atomics.load(this.#state, 0);
      const others = state & ~bitOf(thread);
      const next = ownerOf(state) === thread ? withNextOwner(others & ~OWNER_MASK, thread) : others;
      if (Atomics.compareExchange(this.#state, 0, state, next) !== state) continue;
      Atomics.notify(this.#state, 0);
      return;
    }
  }
}

function ownerOf(state: number): number {
  return state & OWNER_MASK;
}

function bitOf(thread: number): number {
  return 1 << (OWNER_BITS + thread - 1);
}

/** Returns the state in which a thread that waits has its turn: the next one after the last owner. */
function withNextOwner(waiting: number, last: number): number {
  if (waiting === 0) return 0;
  let thread = last;
  do thread = (thread % MAX_THREADS) + 1;
  while ((waiting & bitOf(thread)) === 0);
  return (waiting & ~bitOf(thread)) | thread;
}
