import { sql } from 'kysely';
import { DAY } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';

/** Fewer answers say little about the next one. */
const MIN_ANSWERS = 10;
/** The latest answers, of a time in which little has changed. */
const MAX_ANSWERS = 200;
const MEASURED_DAYS = 90;

interface Measured {
  /** Undefined for the animals without an owner. */
  readonly accountId: bigint | undefined;
  readonly since: bigint;
}

const latest = new PreparedQuery((db, { accountId, since }: Measured) =>
  db
    .selectFrom('applications')
    .select(['created_at', 'answered_at'])
    .where((eb) =>
      accountId === undefined ? eb('account_id', 'is', null) : eb('account_id', '=', accountId),
    )
    .where('created_at', '>=', since)
    .where('answered_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(MAX_ANSWERS)),
);

/**
 * Returns within how many days an account usually answers: the median of the last 90 days, rounded up. Undefined if it has not
 * answered ten applications in them.
 */
export function usualAnswerDays(
  db: Queries,
  accountId: bigint | null,
  now: number,
): MaybePromise<number | undefined> {
  const since = BigInt(now - MEASURED_DAYS * DAY);
  return andThen(latest.all(db, { accountId: accountId ?? undefined, since }), (rows) => {
    if (rows.length < MIN_ANSWERS) return undefined;
    const times = rows.map((row) => Number(row.answered_at) - Number(row.created_at)).sort((a, b) => a - b);
    return Math.max(1, Math.ceil((times[Math.floor(times.length / 2)] ?? 0) / DAY));
  });
}
