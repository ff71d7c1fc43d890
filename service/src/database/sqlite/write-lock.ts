import { setTimeout as pause } from 'node:timers/promises';
import { isBusy, type SqliteConnection } from './sqlite-adapter.ts';

const BUSY_TIMEOUT_MS = 2000;
const BUSY_PAUSE_MS = 5;

/** The clock of a writer that waits for the lock of another process. Tests use their own, which takes no time. */
export interface WaitClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

export const systemWaitClock: WaitClock = { now: () => performance.now(), pause };

/** The write lock of SQLite, which other processes take, too. Waiting for it does not block reads. */
export class WriteLock {
  readonly #connection: SqliteConnection;
  readonly #clock: WaitClock;
  #deadline: number;
  #isHeldElsewhere = false;

  constructor(connection: SqliteConnection, clock: WaitClock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#deadline = this.deadlineFromNow();
  }

  deadlineFromNow(): number {
    return deadlineFromNow(this.#clock);
  }

  isPast(deadline: number): boolean {
    return this.#clock.now() >= deadline;
  }

  /** Sets the deadline of the next `begin`. */
  waitUntil(deadline: number): void {
    this.#deadline = deadline;
  }

  /** Runs `BEGIN IMMEDIATE`. Blocks for up to 20 ms at first, then retries without blocking until the deadline. */
  begin(): Promise<void> {
    return retryWhileBusy(this.#clock, this.#deadline, () => this.#tryBegin());
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

/** Returns when a write that starts to wait now gives up. */
export function deadlineFromNow(clock: WaitClock): number {
  return clock.now() + BUSY_TIMEOUT_MS;
}

/** Retries, without blocking, while another process holds the lock. */
export async function retryWhileBusy<T>(
  clock: WaitClock,
  deadline: number,
  attempt: () => T | Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || clock.now() >= deadline) throw error;
    }
    await clock.pause(BUSY_PAUSE_MS);
  }
}
