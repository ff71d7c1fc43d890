import { addToDay, type DayCount, readDayCounts, secondsOfDayLeft } from '../../access/quota/day-counts.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { Queries } from '../../platform/database/database.ts';

/** Above it, applications for an animal wait in the second queue. */
export const MAX_IN_FIRST_QUEUE = 50;
const MEGABYTE = 1024n * 1024n;
/** What an account takes on a UTC day. One address sends less (`pages/send-limits.ts`). */
const OF_ACCOUNT: DayCount = { number: 2_000n, bytes: 20n * MEGABYTE };
/** What an account sends to others on a UTC day, so that none uses up the day of another one. */
const OF_SENDER: DayCount = { number: 500n, bytes: 5n * MEGABYTE };
/** What all accounts take together: a flood takes no more of the disk. */
const OF_ALL: DayCount = { number: 20_000n, bytes: 200n * MEGABYTE };
/** What one row and its event take beside the texts in them, so that small messages fill no disk. */
const ROW_BYTES = 500;
/** The longest answers to dozens of questions, in a script of which each letter takes nine characters in a form. */
export const MAX_APPLICATION_BYTES = 256 * 1024;
/** Messages and notes of one application. */
export const MAX_MESSAGES = 200;
/** States that one application has reached. */
export const MAX_STATES = 200;

/** The names of the counts of an account, and of all. */
function limitsOf(accountId: bigint | null): ReadonlyMap<string, DayCount> {
  return new Map([
    [`applications of ${accountId ?? 'none'}`, OF_ACCOUNT],
    ['applications', OF_ALL],
  ]);
}

function isUsedUp(count: DayCount | undefined, limit: DayCount): boolean {
  return count !== undefined && (count.number > limit.number || count.bytes > limit.bytes);
}

/**
 * Rejects an application before it is stored while the day of its account, or of all, is used up.
 *
 * @throws {ApiError} `too_many_applications`.
 */
export async function requireRoom(db: Queries, accountId: bigint | null, now: number): Promise<void> {
  const limits = limitsOf(accountId);
  for (const [name, { number, bytes }] of await readDayCounts(db, [...limits.keys()], now)) {
    const limit = limits.get(name);
    if (limit !== undefined && isUsedUp({ number: number + 1n, bytes }, limit))
      throw tooManyApplications(now);
  }
}

/**
 * Counts an application that an account sends for an animal of another one.
 *
 * @throws {ApiError} `too_many_applications`, and nothing is stored.
 */
export async function countSent(db: Queries, senderId: bigint, bytes: number, now: number): Promise<void> {
  const name = `applications sent by ${senderId}`;
  const counts = await addToDay(db, new Map([[name, { number: 1n, bytes: BigInt(bytes + ROW_BYTES) }]]), now);
  if (!isUsedUp(counts.get(name), OF_SENDER)) return;
  throw tooManyApplications(
    now,
    'The account has sent as many applications for animals of others as it may on one day. The next day begins at 00:00 (UTC).',
  );
}

/**
 * Counts what is stored now for the applicants of an account. Call it last in a transaction: one of the rows is that of all.
 *
 * @param bytes of the texts.
 * @throws {ApiError} `too_many_applications`, and nothing is stored.
 */
export async function countStored(
  db: Queries,
  accountId: bigint | null,
  { number, bytes }: { number: 0 | 1; bytes: number },
  now: number,
): Promise<void> {
  const limits = limitsOf(accountId);
  const added = { number: BigInt(number), bytes: BigInt(bytes + ROW_BYTES) };
  const counts = await addToDay(db, new Map([...limits.keys()].map((name) => [name, added])), now);
  for (const [name, limit] of limits) if (isUsedUp(counts.get(name), limit)) throw tooManyApplications(now);
}

const FULL_DAY =
  'The shelter has received as many applications as it takes on one day. Try again tomorrow, or call the shelter.';

function tooManyApplications(now: number, message = FULL_DAY): ApiError {
  const headers = { 'Retry-After': String(secondsOfDayLeft(now)) };
  return new ApiError('too_many_applications', message, { headers });
}
