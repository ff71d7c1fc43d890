import { type Clock, DAY } from '../service/src/platform/core/clock.ts';

/** How long a test waits for a thread that does not run its timers. */
const THREAD_TIMEOUT_MS = 30_000;
/** How many threads can have one clock, one after another. */
const MAX_THREADS = 1_000;
/** The numbers of `state`: how often the time was moved, and from here on the last move of which each thread has run its timers. */
const [MOVES, FIRST_THREAD] = [0, 1] as const;
/** For a thread that does not have the clock yet, or no more. */
const ABSENT = 2 ** 31 - 1;

/** What the threads with one clock share. */
interface ClockMemory {
  /** Of `now` and of `monotonic`. */
  readonly times: SharedArrayBuffer;
  readonly state: SharedArrayBuffer;
}

/** The clock for another thread, to which it can be passed. */
export interface ClockOfThread {
  readonly memory: ClockMemory;
  /** The place of the thread in `state`. */
  readonly place: number;
}

interface Task {
  readonly intervalMs: number;
  due: number;
  readonly task: () => void;
}

/** A clock that only a test moves. Threads can share it: each reads the same time, and has timers of its own. */
export class FakeClock implements Clock {
  readonly #memory: ClockMemory;
  readonly #times: BigInt64Array;
  readonly #state: Int32Array;
  readonly #tasks = new Set<Task>();
  #threads = 0;
  #hasEnded = false;

  /**
   * Starts at noon, so that a test reaches the end of a day only on purpose.
   *
   * @param memory of the clock that this thread shares.
   */
  constructor(now = Date.UTC(2026, 10, 21) + DAY / 2, memory?: ClockMemory) {
    this.#memory = memory ?? {
      times: new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT),
      state: new SharedArrayBuffer((FIRST_THREAD + MAX_THREADS) * Int32Array.BYTES_PER_ELEMENT),
    };
    this.#times = new BigInt64Array(this.#memory.times);
    this.#state = new Int32Array(this.#memory.state);
    if (memory === undefined) Atomics.store(this.#times, 0, BigInt(now));
  }

  /** Returns the clock of another thread in this one, which runs its timers when the other one moves the time. */
  static follow({ memory, place }: ClockOfThread): FakeClock {
    const clock = new FakeClock(undefined, memory);
    void clock.#runWhenMoved(place);
    return clock;
  }

  /** Returns the clock for another thread. */
  addThread(): ClockOfThread {
    const place = FIRST_THREAD + this.#threads;
    this.#threads += 1;
    this.#confirm(place, ABSENT);
    return { memory: this.#memory, place };
  }

  /** Call it when the thread has ended. */
  removeThread({ place }: ClockOfThread): void {
    this.#confirm(place, ABSENT);
  }

  /** Ends the timers of this thread, which follows another one. */
  end(): void {
    this.#tasks.clear();
    this.#hasEnded = true;
    Atomics.notify(this.#state, MOVES);
  }

  readonly now = (): number => Number(Atomics.load(this.#times, 0));

  readonly monotonic = (): number => Number(Atomics.load(this.#times, 1));

  every(intervalMs: number, task: () => void): () => void {
    const entry = { intervalMs, due: this.now() + intervalMs, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  after(ms: number, task: () => void): () => void {
    const cancel = this.every(ms, () => {
      cancel();
      task();
    });
    return cancel;
  }

  /** Moves to the next noon unless it is noon, so that tests that share a service begin at the same time of a day. */
  advanceToNoon(): void {
    this.advance((DAY - ((this.now() + DAY / 2) % DAY)) % DAY);
  }

  /**
   * Moves the time, and runs each due task of every thread once before it returns. A negative number sets the clock back, but not
   * `monotonic`.
   */
  advance(ms: number): void {
    Atomics.add(this.#times, 0, BigInt(ms));
    Atomics.add(this.#times, 1, BigInt(Math.max(0, ms)));
    const move = Atomics.add(this.#state, MOVES, 1) + 1;
    Atomics.notify(this.#state, MOVES);
    this.#runDue();
    for (let thread = 0; thread < this.#threads; thread += 1) this.#awaitThread(FIRST_THREAD + thread, move);
  }

  #runDue(): void {
    const now = this.now();
    for (const entry of this.#tasks) {
      if (entry.due > now) continue;
      entry.due = now + entry.intervalMs;
      entry.task();
    }
  }

  /** Blocks: a thread that waits for this one without blocking runs its timers all the same. */
  #awaitThread(place: number, move: number): void {
    for (;;) {
      const confirmed = Atomics.load(this.#state, place);
      if (confirmed >= move) return;
      if (Atomics.wait(this.#state, place, confirmed, THREAD_TIMEOUT_MS) === 'timed-out') {
        throw new Error('A thread has not run its timers. Was it terminated, or does it wait for this one?');
      }
    }
  }

  async #runWhenMoved(place: number): Promise<void> {
    while (!this.#hasEnded) {
      const move = Atomics.load(this.#state, MOVES);
      this.#runDue();
      this.#confirm(place, move);
      const { async, value } = Atomics.waitAsync(this.#state, MOVES, move);
      if (async) await value;
    }
    this.#confirm(place, ABSENT);
  }

  #confirm(place: number, move: number): void {
    Atomics.store(this.#state, place, move);
    Atomics.notify(this.#state, place);
  }
}
