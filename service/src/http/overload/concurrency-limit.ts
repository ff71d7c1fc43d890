import { type ApiError, unavailable } from '../../core/errors.ts';
import { andThen } from '../../core/maybe-promise.ts';
import type { FairSemaphore } from '../../core/tasks/fair-semaphore.ts';
import type { Check, Exchange } from '../exchange.ts';

/** More concurrent requests would only wait for each other. */
const MAX_CONCURRENT_REQUESTS = 1_000;
/** The share of slots from which they are scarce. Below it, one account may use all of them. */
const SCARCE_FROM = 1 / 2;
/** The share of all slots that one account may use while they are scarce. */
const ACCOUNT_SHARE = 1 / 4;

/**
 * Limits the requests whose handlers run concurrently; the others get 503. A request uses its slot until its handler has
 * returned an answer. It does not matter how fast the client reads, or whether it disconnects.
 *
 * Make it the last check before the handler, because the client may disconnect while an earlier check waits.
 */
export function limitConcurrency(
  accountIdOf: (exchange: Exchange) => bigint,
  max = MAX_CONCURRENT_REQUESTS,
): Check {
  let running = 0;
  const runningByAccount = new Map<bigint, number>();
  const release = (account: bigint) => {
    running -= 1;
    const remaining = (runningByAccount.get(account) ?? 1) - 1;
    if (remaining === 0) runningByAccount.delete(account);
    else runningByAccount.set(account, remaining);
  };
  return (exchange) => {
    const account = accountIdOf(exchange);
    const ofAccount = runningByAccount.get(account) ?? 0;
    // If the client has disconnected, the handler must not run, and the answer does not matter.
    if (exchange.response.destroyed || !hasCapacity({ running, ofAccount, max })) return overloadError();
    running += 1;
    runningByAccount.set(account, ofAccount + 1);
    exchange.onAnswer(() => release(account));
    return undefined;
  };
}

/** How long a read waits for its turn. SQLite waits for its lock as long. */
const MAX_WAIT_MS = 2_000;

/** Lets a read wait for one of the places of the store, which the accounts get in turn. It keeps the place until its answer is known. */
export function waitForPlace(places: FairSemaphore, accountIdOf: (exchange: Exchange) => bigint): Check {
  return (exchange) => {
    const isAbandoned = () => exchange.response.destroyed;
    const place = places.acquire({ account: accountIdOf(exchange), isAbandoned }, MAX_WAIT_MS);
    return andThen(place, (release) => {
      exchange.onAnswer(release);
      return undefined;
    });
  };
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
  return unavailable('The service is overloaded. Try again in a moment.');
}
