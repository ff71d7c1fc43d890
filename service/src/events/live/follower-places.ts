import { ApiError, overloaded } from '../../core/errors.ts';

/** The followers of a process. Each takes up to 30 KB, most of which is its connection. */
const MAX_FOLLOWERS = 12_000;
/** Of one account: its programs, and a tab for each of its people. */
const MAX_OF_ACCOUNT = 200;
const RETRY_AFTER = { 'Retry-After': '30' };

/** Frees a place. A second call does nothing. */
export type FreePlace = () => void;

/** Limits those who wait for events, of each account and of the process. */
export class FollowerPlaces {
  readonly #byAccount = new Map<bigint, number>();
  #used = 0;

  /** Takes a place. Returns the error of a stream if there is none. */
  take(accountId: bigint): FreePlace | ApiError {
    const ofAccount = this.#byAccount.get(accountId) ?? 0;
    if (ofAccount >= MAX_OF_ACCOUNT) return tooManyFollowers();
    if (this.#used >= MAX_FOLLOWERS) {
      return overloaded(
        'Too many clients follow the feed now. Try again in a moment.',
        undefined,
        RETRY_AFTER,
      );
    }
    this.#used += 1;
    this.#byAccount.set(accountId, ofAccount + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#used -= 1;
      const remaining = (this.#byAccount.get(accountId) ?? 1) - 1;
      if (remaining === 0) this.#byAccount.delete(accountId);
      else this.#byAccount.set(accountId, remaining);
    };
  }
}

function tooManyFollowers(): ApiError {
  return new ApiError(
    'too_many_followers',
    `The account follows the feed ${MAX_OF_ACCOUNT} times already. End one of these requests, or read the feed without waiting.`,
    { headers: RETRY_AFTER },
  );
}
