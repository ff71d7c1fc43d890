import type { Queries } from '../database/database.ts';
import { type Ban, type BanGrowth, isActive, nextBan, startsInFuture } from './ban.ts';

/** Bans a key from now on unless it is banned already. Returns the active ban. Lifted bans do not count. */
export async function banKey(
  db: Queries,
  keyId: bigint,
  now: number,
  growth: BanGrowth = 'doubling',
): Promise<{ ban: Ban; isNew: boolean }> {
  // Locks the key: several processes may decide to ban it at the same time.
  await db.selectFrom('api_keys').select('id').where('id', '=', keyId).forNoKeyUpdate().execute();
  const row = await db
    .selectFrom('bans')
    .select(['started_at', 'ends_at'])
    .where('api_key_id', '=', keyId)
    .where('lifted_at', 'is', null)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const last = row && { startedAt: Number(row.started_at), endsAt: Number(row.ends_at) };
  if (last !== undefined && isActive(last, now)) return { ban: last, isNew: false };
  if (last !== undefined && startsInFuture(last.startedAt, now)) {
    // A wrong clock made that ban. It would have priority over the new one.
    await liftBan(db, keyId, now);
    return banKey(db, keyId, now, growth);
  }
  const ban = nextBan(last, now, growth);
  await db
    .insertInto('bans')
    .values({
      api_key_id: keyId,
      started_at: BigInt(ban.startedAt),
      ends_at: BigInt(ban.endsAt),
      lifted_at: null,
    })
    .execute();
  return { ban, isNew: true };
}

/** Lifts the ban of a key. Returns false if it has none. */
export async function liftBan(db: Queries, keyId: bigint, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bans')
    .set({ lifted_at: BigInt(now) })
    .where('api_key_id', '=', keyId)
    .where('lifted_at', 'is', null)
    .where('ends_at', '>', BigInt(now))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
