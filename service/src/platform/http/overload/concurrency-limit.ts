import { type ApiError, overloaded } from '../../core/errors.ts';
import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';
import type { FairSemaphore, Release } from '../../core/tasks/fair-semaphore.ts';
import type { Exchange } from '../route.ts';

/** More concurrent requests would only wait for each other. */
const MAX_CONCURRENT_REQUESTS = 1_000;
/** The share of slots from which they are scarce. Below it, one account may use all of them. */
const SCARCE_FROM = 1 / 2;
/** The share of all slots that one account may use while they are scarce. */
const ACCOUNT_SHARE = 1 / 4;

type Work<Result> = () => MaybePromise<Result>;
/** Only the client's connection matters here. */
type Client = Pick<Exchange, 'response'>;

/** Limits the requests whose handlers run concurrently; the others get 503. */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #runningByAccount = new Map<bigint, number>();
  #running = 0;

  constructor(max = MAX_CONCURRENT_REQUESTS) {
    this.#max = max;
  }

  /**
   * Runs the handler of a request. It uses its slot until it has returned an answer. It does not matter how fast the client
   * reads, or whether it disconnects meanwhile.
   *
   * @throws {ApiError} `service_unavailable`.
   */
  run<Result>({ response }: Client, account: bigint, work: Work<Result>): MaybePromise<Result> {
    const ofAccount = this.#runningByAccount.get(account) ?? 0;
    const usage = { running: this.#running, ofAccount, max: this.#max };
    // If the client has disconnected, the handler must not run, and the answer does not matter.
    if (response.destroyed || !hasCapacity(usage)) throw overloadError();
    this.#running += 1;
    this.#runningByAccount.set(account, ofAccount + 1);
    return releaseAfter(() => this.#release(account), work);
  }

  #release(account: bigint): void {
    this.#running -= 1;
    const remaining = (this.#runningByAccount.get(account) ?? 1) - 1;
    if (remaining === 0) this.#runningByAccount.delete(account);
    else this.#runningByAccount.set(account, remaining);
  }
}

/** How long a read waits for its turn. SQLite waits for its lock as long. */
const MAX_WAIT_MS = 2_000;

/** Runs a read in one of the places of the store, which the accounts get in turn. */
export function runInPlace<Result>(
  places: FairSemaphore,
  { response }: Client,
  account: bigint,
  work: Work<Result>,
): MaybePromise<Result> {
  const place = places.acquire({ account, isAbandoned: () => response.destroyed }, MAX_WAIT_MS);
  return andThen(place, (release) => releaseAfter(release, work));
}

/** Calls `release` once, when `work` has ended. */
function releaseAfter<Result>(release: Release, work: Work<Result>): MaybePromise<Result> {
  let result: MaybePromise<Result>;
  try {
    result = work();
  } catch (error) {
    release();
    throw error;
  }
  if (result instanceof Promise) return result.finally(release);
  release();
  return result;
}

interface Usage {
  running: number;
  ofAccount: number;
  max: number;
}

/** Returns true if one more request of the account may run. */
export function hasCapacity({ running, ofAccount, max }: Usage): boolean {
  if (running < max * SCARCE_FROM) return true;
  return running < max && ofAccount < max * ACCOUNT_SHARE;
}

/** Returns the 503 for a request that is not handled because the process is overloaded. */
export function overloadError(): ApiError {
  return overloaded('The service is overloaded. Try again in a moment.');
}
