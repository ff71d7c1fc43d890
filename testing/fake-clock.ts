import { type Clock, DAY } from '../service/src/core/clock.ts';

/** A clock that only a test moves. */
export class FakeClock implements Clock {
  #now: number;
  #monotonic = 0;
  readonly #tasks = new Set<{ intervalMs: number; due: number; task: () => void }>();

  /** Starts at noon, so that a test reaches the end of a day only on purpose. */
  constructor(now = Date.UTC(2026, 10, 21) + DAY / 2) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  readonly monotonic = (): number => this.#monotonic;

  every(intervalMs: number, task: () => void): () => void {
    const entry = { intervalMs, due: this.#now + intervalMs, task };
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
    this.advance((DAY - ((this.#now + DAY / 2) % DAY)) % DAY);
  }

  /** Moves the time and runs each due task once. A negative number sets the clock back, but not `monotonic`. */
  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += Math.max(0, ms);
    for (const entry of this.#tasks) {
      if (entry.due > this.#now) continue;
      entry.due = this.#now + entry.intervalMs;
      entry.task();
    }
  }
}
