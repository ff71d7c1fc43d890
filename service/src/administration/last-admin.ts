import { sql } from 'kysely';
import { ApiError } from '../core/errors.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';

/** The triggers of ADR 36 lock the same row at the end of each change of an account or a key; here it is locked first. */
const accessLock = new PreparedQuery((db) => db.selectFrom('access_version').select('version').forUpdate());

/** A ban does not count: it ends by itself. */
const usableKey = new PreparedQuery((db, { now }: { now: bigint }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('api_keys.id')
    .where('accounts.role', '=', sql.lit('admin'))
    .where('disabled_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('allowed_origins', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ eb, or }) => or([eb('api_keys.role', 'is', null), eb('api_keys.role', '=', sql.lit('admin'))]))
    .limit(sql.lit(1)),
);

/** Returns true if a key of an admin is accepted now. */
async function hasAdminKey(db: Queries, now: number): Promise<boolean> {
  return (await usableKey.first(db, { now: BigInt(now) })) !== undefined;
}

/**
 * Runs a change of an account or a key in its transaction, one at a time over all processes. The caller locks the row that
 * changes before, as every transaction does that changes one, so that two of them cannot wait for each other. A shelter without a key of an
 * admin could change nothing in the browser any more.
 *
 * @throws {ApiError} `last_admin_key` if there was a usable key of an admin before, and is none after it.
 */
export async function keepAnAdmin<T>(db: Queries, now: number, change: () => Promise<T>): Promise<T> {
  await accessLock.all(db, {});
  const hadOne = await hasAdminKey(db, now);
  const result = await change();
  if (!hadOne || (await hasAdminKey(db, now))) return result;
  throw new ApiError(
    'last_admin_key',
    'The service would have no usable key of an admin any more. Create another one first.',
  );
}
