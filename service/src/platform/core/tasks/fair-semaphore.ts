import { type Clock, systemClock } from '../clock.ts';
import { overloaded } from '../errors.ts';
import type { MaybePromise } from '../maybe-promise.ts';
import { FairQueue } from './fair-queue.ts';

/** A task that needs a place, and may have to wait for it. */
export interface Waiter {
  /** The account on whose behalf it works; undefined for the service itself. */
  readonly account?: bigint | undefined;
  /** Returns true if no one waits for the result any more. The task is then not started. */
  readonly isAbandoned?: (() => boolean) | undefined;
}

export interface SemaphoreOptions {
  readonly max: number;
  /** How many places one account may have; `max` by default. */
  readonly maxOfAccount?: number;
  readonly clock?: Pick<Clock, 'after'>;
}

interface Waiting {
  readonly waiter: Waiter;
  start(): void;
  reject(): void;
}

/** Frees a place. Call it once. */
export type Release = () => void;

const BUSY = 'The store is busy. Try again in a moment.';

/** A semaphore whose places go to the waiting accounts in turn. */
export class FairSemaphore {
  readonly #max: number;
  readonly #maxOfAccount: number;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #waiting = new FairQueue<bigint | undefined, Waiting>();
  readonly #usedByAccount = new Map<bigint | undefined, number>();
  #used = 0;

  /** By the time of the process by default: a task must not wait for ever while a test stops the clock. */
  constructor({ max, maxOfAccount = max, clock = systemClock }: SemaphoreOptions) {
    this.#max = max;
    this.#maxOfAccount = maxOfAccount;
    this.#clock = clock;
  }

  get isIdle(): boolean {
    return this.#used === 0 && this.#waiting.length === 0;
  }

  /**
   * Takes a place: immediately if the account may have one, otherwise in its turn.
   *
   * @throws {ApiError} `service_unavailable` if there was none within `maxWaitMs`, or the task is abandoned.
   */
  acquire(waiter: Waiter, maxWaitMs: number): MaybePromise<Release> {
    if (waiter.isAbandoned?.() === true) throw overloaded(BUSY);
    // A free place is never kept from a task that may have it, so those that wait may not have it.
    if (this.#hasPlaceFor(waiter.account)) return this.#take(waiter.account);
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const cancelTimer = this.#clock.after(maxWaitMs, () => {
      this.#waiting.remove((other) => other === waiting);
      waiting.reject();
    });
    const waiting: Waiting = {
      waiter,
      start: () => {
        cancelTimer();
        resolve(this.#take(waiter.account));
      },
      reject: () => {
        cancelTimer();
        reject(overloaded(BUSY));
      },
    };
    this.#waiting.push(waiter.account, waiting);
    return promise;
  }

  #hasPlaceFor(account: bigint | undefined): boolean {
    return this.#used < this.#max && (this.#usedByAccount.get(account) ?? 0) < this.#maxOfAccount;
  }

  #take(account: bigint | undefined): Release {
    this.#used += 1;
    this.#usedByAccount.set(account, (this.#usedByAccount.get(account) ?? 0) + 1);
    return () => {
      const remaining = (this.#usedByAccount.get(account) ?? 1) - 1;
      this.#used -= 1;
      this.#waiting.endTurn(account);
      if (remaining === 0) this.#usedByAccount.delete(account);
      else this.#usedByAccount.set(account, remaining);
      this.#startNext();
    };
  }

  #startNext(): void {
    while (this.#used < this.#max) {
      const next = this.#waiting.shift((account) => this.#hasPlaceFor(account));
      if (next === undefined) return;
      if (next.waiter.isAbandoned?.() === true) next.reject();
      else next.start();
    }
  }
}
