import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';

/** The answer to a write that succeeded. */
export interface StoredResponse {
  readonly status: number;
  readonly location: string;
  /** JSON. */
  readonly body: string;
}

export interface StoredRequest {
  readonly accountId: bigint;
  readonly key: string;
  /** Equal for requests that mean the same; see `request-fingerprint.ts`. */
  readonly fingerprint: string;
}

/**
 * Claims an account's key for the write of this transaction, unless an answer was kept for it since `since`. Another
 * transaction that claims the key waits until this one ends.
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

/** The answer that was kept for an account's key since `since`, and what it was the answer to. */
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

/** Keeps the answer for a key that this transaction has claimed. */
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

/** What a kept response takes beside its body: its key, its fingerprint, its numbers and its place in two indexes. */
const ROW_BYTES = 400;

/** About what a kept response takes. */
export function storedBytes({ body }: StoredResponse): number {
  return ROW_BYTES + Buffer.byteLength(body);
}

/** Removes the oldest responses that are kept for an account, so that about `bytes` are left. */
export async function trimResponses(db: Queries, accountId: bigint, bytes: number): Promise<void> {
  await sql`
    delete from idempotency_keys where account_id = ${accountId} and created_at <= (
      select max(created_at) from (
        select created_at, sum(${ROW_BYTES} + octet_length(body)) over (order by created_at desc) as total
        from idempotency_keys where account_id = ${accountId}
      ) as newest where total > ${bytes}
    )`.execute(db);
}

/** Removes up to `most` answers that were kept before `before`; returns how many. */
export async function deleteResponsesBefore(db: Queries, before: number, most: number): Promise<number> {
  const old = await db
    .selectFrom('idempotency_keys')
    .select(['account_id', 'key'])
    .where('created_at', '<=', BigInt(before))
    .orderBy('created_at')
    .limit(most)
    .execute();
  for (const { account_id, key } of old) {
    await db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      // Unless it was claimed anew meanwhile.
      .where('created_at', '<=', BigInt(before))
      .execute();
  }
  return old.length;
}
