import { setTimeout as pause } from 'node:timers/promises';
import { isBusy, type SqliteConnection } from './sqlite/sqlite-adapter.ts';

const BUSY_LIMIT_MS = 2000;
const BUSY_PAUSE_MS = 5;

/** How a writer waits while another process holds the lock; a test hands in its own. */
export interface WaitClock {
  /** Milliseconds that only go up. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

export const systemWaitClock: WaitClock = { now: () => performance.now(), pause };

/** SQLite's one write lock, which other processes take too: waited for without blocking reads. */
export class WriteLock {
  readonly #connection: SqliteConnection;
  readonly #waiting: WaitClock;
  #deadline: number;
  #heldElsewhere = false;

  constructor(connection: SqliteConnection, waiting: WaitClock) {
    this.#connection = connection;
    this.#waiting = waiting;
    this.#deadline = this.deadlineFromNow();
  }

  deadlineFromNow(): number {
    return deadlineFromNow(this.#waiting);
  }

  isPast(deadline: number): boolean {
    return this.#waiting.now() >= deadline;
  }

  /** Until when the next transaction waits to begin. */
  waitUntil(deadline: number): void {
    this.#deadline = deadline;
  }

  /** `BEGIN IMMEDIATE`: 20 ms in place at first, then without blocking until the deadline. */
  begin(): Promise<void> {
    return retryWhileBusy(this.#waiting, this.#deadline, () => this.#tryBegin());
  }

  #tryBegin(): void {
    try {
      this.#connection.begin(this.#heldElsewhere ? 'nowait' : 'wait');
      this.#heldElsewhere = false;
    } catch (error) {
      this.#heldElsewhere = isBusy(error);
      throw error;
    }
  }
}

export function deadlineFromNow(waiting: WaitClock): number {
  return waiting.now() + BUSY_LIMIT_MS;
}

/** Tries again and again, without blocking, while another process holds the lock. */
export async function retryWhileBusy<T>(
  waiting: WaitClock,
  deadline: number,
  attempt: () => T | Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || waiting.now() >= deadline) throw error;
    }
    await waiting.pause(BUSY_PAUSE_MS);
  }
}
