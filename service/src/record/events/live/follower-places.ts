import { ApiError, overloaded } from '../../../platform/core/errors.ts';

/** A field of the table. The others have the followers of each thread, by its number. */
const OF_ALL = 0;
/** Senders without followers are kept until they are so many. */
const MAX_EMPTY_ROWS = 1_000;
/** The followers of a process. Each takes up to 30 KB, most of which is its connection. */
const MAX_FOLLOWERS = 12_000;
/** Of the keys of one account, and as many of its persons. */
const MAX_OF_SENDER = 200;
const RETRY_AFTER = { 'Retry-After': '30' };

/** Counts of all threads by sender (`access/quota/sender.ts`) (`access/quota/counter-table.ts`). */
export interface FollowerTable {
  /** All followers. */
  listed: number;
  readonly size: number;
  removeZeroRows(): void;
  exclusively<T>(work: () => T): T;
  rowOf(senderId: bigint): number;
  get(row: number, field: number): number;
  set(row: number, field: number, count: number): void;
}

/** Frees a place. A second call does nothing. */
export type FreePlace = () => void;

/** Limits those who wait for events, of the keys of each account, of its persons, and of the process. */
export class FollowerPlaces {
  readonly #table: FollowerTable;
  readonly #thread: number;

  /** @param thread the number of this thread, from 1 on. */
  constructor(table: FollowerTable, thread: number) {
    this.#table = table;
    this.#thread = thread;
  }

  /** Takes a place. Returns the error of a stream if there is none. */
  take(senderId: bigint): FreePlace | ApiError {
    return this.#table.exclusively(() => {
      if (this.#table.size > MAX_EMPTY_ROWS + this.#table.listed) this.#table.removeZeroRows();
      if (this.#table.get(this.#table.rowOf(senderId), OF_ALL) >= MAX_OF_SENDER) return tooManyFollowers();
      if (this.#table.listed >= MAX_FOLLOWERS) return tooManyOfAll();
      this.#add(senderId, 1);
      let isFree = false;
      return () => {
        if (isFree) return;
        isFree = true;
        this.#table.exclusively(() => this.#add(senderId, -1));
      };
    });
  }

  #add(senderId: bigint, count: number): void {
    const row = this.#table.rowOf(senderId);
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
    `The account follows the feed ${MAX_OF_SENDER} times already. End one of these requests, or read the feed without waiting.`,
    { headers: RETRY_AFTER },
  );
}
