import { DAY } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';

/** Above it, applications for an animal wait in the second queue. */
export const MAX_IN_FIRST_QUEUE = 50;
/** What all applicants together may send on a UTC day: a flood takes no more of the disk. */
const MAX_A_DAY = 2_000;
const MAX_BYTES_A_DAY = 20 * 1024 * 1024;
/** What one row and its event take beside the texts in them, so that small messages fill no disk. */
const ROW_BYTES = 500;
/** The longest answers to dozens of questions, in a script of which each letter takes nine characters in a form. */
export const MAX_APPLICATION_BYTES = 256 * 1024;
/** Open ones for an animal, with all that it goes together with: its adoption ends them all in one transaction. */
export const MAX_OPEN_OF_ANIMAL = 1_000;
/** Messages and notes of one application. */
export const MAX_MESSAGES = 200;
/** States that one application has reached. */
export const MAX_STATES = 200;

const dayOf = new PreparedQuery((db, { day }: { day: bigint }) =>
  db.selectFrom('application_days').select(['number', 'bytes']).where('day', '=', day),
);

const count = new PreparedQuery((db, row: { day: bigint; number: bigint; bytes: bigint }) =>
  db
    .insertInto('application_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet(({ eb }) => ({
        number: eb('application_days.number', '+', row.number),
        bytes: eb('application_days.bytes', '+', row.bytes),
      })),
    )
    .returning(['number', 'bytes']),
);

interface Usage {
  readonly number: bigint;
  readonly bytes: bigint;
}

function isUsedUp({ number, bytes }: Usage): boolean {
  return number > BigInt(MAX_A_DAY) || bytes > BigInt(MAX_BYTES_A_DAY);
}

/**
 * Rejects a request without a transaction while the day is used up, so that a flood costs one read.
 *
 * @throws {ApiError} `too_many_applications`.
 */
export async function requireRoom(db: Queries, now: number): Promise<void> {
  const used = await dayOf.first(db, { day: BigInt(Math.floor(now / DAY)) });
  if (used !== undefined && isUsedUp({ number: used.number + 1n, bytes: used.bytes }))
    throw tooManyApplications(now);
}

/**
 * Counts what is stored now for all applicants together. Call it last in a transaction: the row is that of all.
 *
 * @param bytes of the texts.
 * @throws {ApiError} `too_many_applications`, and nothing is stored.
 */
export async function countStored(
  db: Queries,
  { number, bytes }: { number: 0 | 1; bytes: number },
  now: number,
): Promise<void> {
  const day = BigInt(Math.floor(now / DAY));
  const used = await count.first(db, { day, number: BigInt(number), bytes: BigInt(bytes + ROW_BYTES) });
  if (used !== undefined && isUsedUp(used)) throw tooManyApplications(now);
}

function tooManyApplications(now: number): ApiError {
  const seconds = Math.ceil((DAY - (now % DAY)) / 1000);
  return new ApiError(
    'too_many_applications',
    'The service has received as many applications as it takes on one day. Try again tomorrow, or call the shelter.',
    { headers: { 'Retry-After': String(seconds) } },
  );
}
