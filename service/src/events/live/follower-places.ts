import { ApiError, overloaded } from '../../core/errors.ts';

/** A field of the table. The others have the followers of each thread, by its number. */
const OF_ALL = 0;
/** Accounts without followers are kept until they are so many. */
const MAX_EMPTY_ROWS = 1_000;
/** The followers of a process. Each takes up to 30 KB, most of which is its connection. */
const MAX_FOLLOWERS = 12_000;
/** Of one account: its programs, and a tab for each of its people. */
const MAX_OF_ACCOUNT = 200;
const RETRY_AFTER = { 'Retry-After': '30' };

/** Counts of all threads by account (`quota/counter-table.ts`). */
export interface FollowerTable {
  /** All followers. */
  listed: number;
  readonly size: number;
  removeZeroRows(): void;
  exclusively<T>(work: () => T): T;
  rowOf(accountId: bigint): number;
  get(row: number, field: number): number;
  set(row: number, field: number, count: number): void;
}

/** Frees a place. A second call does nothing. */
export type FreePlace = () => void;

/** Limits those who wait for events, of each account and of the process. */
export class FollowerPlaces {
  readonly #table: FollowerTable;
  readonly #thread: number;

  /** @param thread the number of this thread, from 1 on. */
  constructor(table: FollowerTable, thread: number) {
    this.#table = table;
    this.#thread = thread;
  }

  /** Takes a place. Returns the error of a stream if there is none. */
  take(accountId: bigint): FreePlace | ApiError {
    return this.#table.exclusively(() => {
      if (this.#table.size > MAX_EMPTY_ROWS + this.#table.listed) this.#table.removeZeroRows();
      if (this.#table.get(this.#table.rowOf(accountId), OF_ALL) >= MAX_OF_ACCOUNT) return tooManyFollowers();
      if (this.#table.listed >= MAX_FOLLOWERS) return tooManyOfAll();
      this.#add(accountId, 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        this.#table.exclusively(() => this.#add(accountId, -1));
      };
    });
  }

  #add(accountId: bigint, count: number): void {
    const row = this.#table.rowOf(accountId);
    for (const field of [OF_ALL, this.#thread])
      this.#table.set(row, field, this.#table.get(row, field) + count);
    this.#table.listed += count;
  }
}

function tooManyOfAll(): ApiError {
  return overloaded('Too many clients follow the feed now. Try again in a moment.', undefined, RETRY_AFTER);
}

function tooManyFollowers(): ApiError {
  return new ApiError(
    'too_many_followers',
    `The account follows the feed ${MAX_OF_ACCOUNT} times already. End one of these requests, or read the feed without waiting.`,
    { headers: RETRY_AFTER },
  );
}
