import { sql } from 'kysely';
import { DAY } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { type ApiKey, lockApiKey } from './api-key-queries.ts';
import { type Ban, type BanGrowth, isActive, nextBan, startsInFuture } from './ban.ts';

/** Bans a key from now on unless it is banned already. Returns the active ban. Lifted bans do not count. */
export async function banKey(
  db: Queries,
  keyId: bigint,
  now: number,
  growth: BanGrowth = 'doubling',
): Promise<{ ban: Ban; isNew: boolean }> {
  // Several processes may decide to ban the key at the same time.
  await lockApiKey(db, keyId);
  const row = await latestBan.first(db, { keyId });
  const last = row && { startedAt: Number(row.started_at), endsAt: Number(row.ends_at) };
  if (last !== undefined && isActive(last, now)) return { ban: last, isNew: false };
  if (last !== undefined && startsInFuture(last.startedAt, now)) {
    // A wrong clock made that ban. It would have priority over the new one.
    await liftBan(db, keyId, now);
    return banKey(db, keyId, now, growth);
  }
  const ban = nextBan(last, now, growth);
  await oldBans.all(db, { keyId, before: BigInt(now - BANS_KEPT) });
  await banInsert.all(db, { keyId, startsAt: BigInt(ban.startedAt), endsAt: BigInt(ban.endsAt) });
  return { ban, isNew: true };
}

const latestBan = new PreparedQuery((db, { keyId }: { keyId: bigint }) =>
  db
    .selectFrom('bans')
    .select(['started_at', 'ends_at'])
    .where('api_key_id', '=', keyId)
    .where('lifted_at', 'is', null)
    .orderBy('ends_at', 'desc')
    .limit(sql.lit(1)),
);

/** Long enough to decide about the next one. A key that is banned again and again has few rows. */
const BANS_KEPT = 7 * DAY;

const oldBans = new PreparedQuery((db, { keyId, before }: { keyId: bigint; before: bigint }) =>
  db.deleteFrom('bans').where('api_key_id', '=', keyId).where('ends_at', '<', before),
);

interface NewBan {
  readonly keyId: bigint;
  readonly startsAt: bigint;
  readonly endsAt: bigint;
}

const banInsert = new PreparedQuery((db, { keyId, startsAt, endsAt }: NewBan) =>
  db.insertInto('bans').values({ api_key_id: keyId, started_at: startsAt, ends_at: endsAt, lifted_at: null }),
);

/** Lifts the ban of a key. Returns false if it has none. */
export async function liftBan(db: Queries, keyId: bigint, now: number): Promise<boolean> {
  const lifted = await banLifting.all(db, { keyId, now: BigInt(now) });
  return lifted.length > 0;
}

const banLifting = new PreparedQuery((db, { keyId, now }: { keyId: bigint; now: bigint }) =>
  db
    .updateTable('bans')
    .set({ lifted_at: now })
    .where('api_key_id', '=', keyId)
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', now)
    .returning('id'),
);

const bansOfAccount = new PreparedQuery((db, { accountId, now }: { accountId: bigint; now: bigint }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('bans', 'api_key_id', 'api_keys.id')
    .select(['api_keys.id', 'hint', 'started_at', 'ends_at'])
    .where('account_id', '=', accountId)
    .where('ends_at', '>', now)
    .where('lifted_at', 'is', null)
    .orderBy('api_keys.id')
    .orderBy('ends_at'),
);

/** Returns the keys of an account that are banned at `now`, each with the ban that ends last. */
export function bannedKeys(
  db: Queries,
  accountId: bigint,
  now: number,
): MaybePromise<ReadonlyArray<Ban & Pick<ApiKey, 'hint'>>> {
  return andThen(bansOfAccount.all(db, { accountId, now: BigInt(now) }), (rows) => {
    const bans = rows.map((row): [bigint, Ban & Pick<ApiKey, 'hint'>] => [
      row.id,
      { hint: row.hint, startedAt: Number(row.started_at), endsAt: Number(row.ends_at) },
    ]);
    return [...new Map(bans.filter(([, ban]) => isActive(ban, now))).values()];
  });
}
