import { sql } from 'kysely';
import { ApiError } from '../../platform/core/errors.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Ban, BanGrowth } from '../accounts/ban.ts';
import { banKey } from '../accounts/ban-queries.ts';

/** The keys of admins that are accepted now, and those that are banned: a ban ends by itself. */
function usableKeys(db: Queries, now: bigint) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('api_keys.id')
    .where('accounts.role', '=', sql.lit('admin'))
    .where('disabled_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('allowed_origins', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ eb, or }) => or([eb('api_keys.role', 'is', null), eb('api_keys.role', '=', sql.lit('admin'))]));
}

const usableKey = new PreparedQuery((db, { now }: { now: bigint }) => usableKeys(db, now).limit(sql.lit(1)));

const unbannedKeys = new PreparedQuery((db, { now }: { now: bigint }) =>
  usableKeys(db, now)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('bans')
            .select('bans.id')
            .whereRef('api_key_id', '=', 'api_keys.id')
            .where('lifted_at', 'is', null)
            .where('ends_at', '>', now),
        ),
      ),
    )
    .limit(sql.lit(2)),
);

/** A person with the role of an admin who can sign in without an invitation. */
const adminPerson = new PreparedQuery((db, { now }: { now: bigint }) =>
  db
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('people.id')
    .where('people.role', '=', sql.lit('admin'))
    .where('accounts.role', '=', sql.lit('admin'))
    .where('removed_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('sessions')
            .select('sessions.id')
            .whereRef('person_id', '=', 'people.id')
            .where('expires_at', '>', now),
        ),
        exists(selectFrom('passkeys').select('passkeys.id').whereRef('person_id', '=', 'people.id')),
        exists(selectFrom('person_identities').select('subject').whereRef('person_id', '=', 'people.id')),
      ]),
    )
    .limit(sql.lit(1)),
);

/** Returns true if a key of an admin is accepted now, or if a person with that role can sign in. */
async function hasAdmin(db: Queries, now: number): Promise<boolean> {
  const at = { now: BigInt(now) };
  return (await usableKey.first(db, at)) !== undefined || (await adminPerson.first(db, at)) !== undefined;
}

/**
 * Runs a change of an account, a key or a person in its transaction. A shelter without an admin could change nothing in the
 * browser any more.
 *
 * Two changes cannot each leave the admin that the other one takes away: triggers (docs/adr/0036) lock one row with each change
 * of an account, a key or a person until its transaction ends, so the check after a change sees all changes before it.
 *
 * @throws {ApiError} `last_admin_key` if an admin had a key or could sign in before, and none does after it.
 */
export async function keepAnAdmin<T>(db: Queries, now: number, change: () => Promise<T>): Promise<T> {
  const hadOne = await hasAdmin(db, now);
  const result = await change();
  if (!hadOne || (await hasAdmin(db, now))) return result;
  throw new ApiError(
    'last_admin_key',
    'The service would have no admin any more: no usable key with that role, and no person who can sign in. Add another one first.',
  );
}

/** Bans a key, except the last key of an admin that is neither banned nor unusable: returns undefined for that one. */
export async function banUnlessLastAdmin(
  db: Queries,
  keyId: bigint,
  now: number,
  growth: BanGrowth,
): Promise<{ ban: Ban; isNew: boolean } | undefined> {
  const [one, another] = await unbannedKeys.all(db, { now: BigInt(now) });
  if (one?.id === keyId && another === undefined) return undefined;
  return banKey(db, keyId, now, growth);
}
