import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';

/** The response to a write that succeeded. */
export interface StoredResponse {
  readonly status: number;
  readonly location: string;
  /** JSON. */
  readonly body: string;
}

export interface StoredRequest {
  readonly accountId: bigint;
  readonly key: string;
  /** The same for equal requests; see `request-fingerprint.ts`. */
  readonly fingerprint: string;
}

/**
 * Claims the key of an account for the write of this transaction. Returns false if a response was stored for it after
 * `since`. Another transaction that claims the key waits until this one ends.
 */
export async function claimKey(
  db: Queries,
  { accountId, key, fingerprint }: StoredRequest,
  { since, now }: { since: number; now: number },
): Promise<boolean> {
  const claim = { fingerprint, status: 0n, location: null, body: '', created_at: BigInt(now) };
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, ...claim })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(claim)
        .where('idempotency_keys.created_at', '<=', BigInt(since)),
    )
    .returning('key')
    .execute();
  return claimed.length > 0;
}

/** Returns the response that was stored for the key of an account after `since`, with the fingerprint of its request. */
export async function findStoredResponse(
  db: Queries,
  { accountId, key }: Pick<StoredRequest, 'accountId' | 'key'>,
  since: number,
): Promise<(StoredResponse & { fingerprint: string }) | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'location', 'body'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('created_at', '>', BigInt(since))
    .executeTakeFirst();
  return row && { ...row, status: Number(row.status), location: row.location ?? '' };
}

/** Stores the response for a key that this transaction has claimed. */
export async function storeResponse(
  db: Queries,
  { accountId, key }: StoredRequest,
  { status, location, body }: StoredResponse,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status: BigInt(status), location, body })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute();
}

/** The size of a stored response without its body: key, fingerprint, numbers and the entries of two indexes. */
const ROW_BYTES = 400;

/** Returns the approximate size of a stored response. */
export function storedBytes({ body }: StoredResponse): number {
  return ROW_BYTES + Buffer.byteLength(body);
}

/** Deletes the oldest responses of an account, so that about `bytes` remain. */
export async function trimResponses(db: Queries, accountId: bigint, bytes: number): Promise<void> {
  await sql`
    delete from idempotency_keys where account_id = ${accountId} and created_at <= (
      select max(created_at) from (
        select created_at, sum(${ROW_BYTES} + octet_length(body)) over (order by created_at desc) as total
        from idempotency_keys where account_id = ${accountId}
      ) as newest where total > ${bytes}
    )`.execute(db);
}

/** Deletes up to `limit` responses from before `before`, and returns their number. */
export async function deleteResponsesBefore(db: Queries, before: number, limit: number): Promise<number> {
  const expired = await db
    .selectFrom('idempotency_keys')
    .select(['account_id', 'key'])
    .where('created_at', '<=', BigInt(before))
    .orderBy('created_at')
    .limit(limit)
    .execute();
  for (const { account_id, key } of expired) {
    await db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      // Unless another request has claimed the key again.
      .where('created_at', '<=', BigInt(before))
      .execute();
  }
  return expired.length;
}
