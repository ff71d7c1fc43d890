import { setTimeout as pause } from 'node:timers/promises';
import { isBusy, type SqliteConnection } from './sqlite/sqlite-adapter.ts';

const BUSY_TIMEOUT_MS = 2000;
const BUSY_PAUSE_MS = 5;

/** How a writer waits while another process holds the lock. Tests use their own. */
export interface WaitClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

export const systemWaitClock: WaitClock = { now: () => performance.now(), pause };

/** The write lock of SQLite, which other processes take, too. Waiting for it does not block reads. */
export class WriteLock {
  readonly #connection: SqliteConnection;
  readonly #waiting: WaitClock;
  #deadline: number;
  #isHeldElsewhere = false;

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

  /** Sets the deadline of the next `begin`. */
  waitUntil(deadline: number): void {
    this.#deadline = deadline;
  }

  /** Runs `BEGIN IMMEDIATE`. Blocks for up to 20 ms at first, then retries without blocking until the deadline. */
  begin(): Promise<void> {
    return retryWhileBusy(this.#waiting, this.#deadline, () => this.#tryBegin());
  }

  #tryBegin(): void {
    try {
      this.#connection.begin(this.#isHeldElsewhere ? 'nowait' : 'wait');
      this.#isHeldElsewhere = false;
    } catch (error) {
      this.#isHeldElsewhere = isBusy(error);
      throw error;
    }
  }
}

export function deadlineFromNow(waiting: WaitClock): number {
  return waiting.now() + BUSY_TIMEOUT_MS;
}

/** Retries, without blocking, while another process holds the lock. */
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
