import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery, rowLimit } from '../database/prepared-query.ts';

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

interface Claim {
  readonly accountId: bigint;
  readonly key: string;
  readonly fingerprint: string;
  readonly since: bigint;
  readonly now: bigint;
}

const keyClaim = new PreparedQuery((db, { accountId, key, fingerprint, since, now }: Claim) => {
  const claim = { fingerprint, status: 0n, location: null, body: '', created_at: now };
  return db
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, ...claim })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(claim)
        .where('idempotency_keys.created_at', '<=', since),
    )
    .returning('key');
});

/**
 * Claims the key of an account for the write of this transaction. Returns false if a response was stored for it after
 * `since`. Another transaction that claims the key waits until this one ends.
 */
export async function claimKey(
  db: Queries,
  { accountId, key, fingerprint }: StoredRequest,
  { since, now }: { since: number; now: number },
): Promise<boolean> {
  const claim = { accountId, key, fingerprint, since: BigInt(since), now: BigInt(now) };
  return (await keyClaim.first(db, claim)) !== undefined;
}

interface StoredSince {
  readonly accountId: bigint;
  readonly key: string;
  readonly since: bigint;
}

const responseOfKey = new PreparedQuery((db, { accountId, key, since }: StoredSince) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'location', 'body'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('created_at', '>', since),
);

/** Returns the response that was stored for the key of an account after `since`, with the fingerprint of its request. */
export function findStoredResponse(
  db: Queries,
  { accountId, key }: Pick<StoredRequest, 'accountId' | 'key'>,
  since: number,
): MaybePromise<(StoredResponse & { fingerprint: string }) | undefined> {
  return andThen(
    responseOfKey.first(db, { accountId, key, since: BigInt(since) }),
    (row) => row && { ...row, status: Number(row.status), location: row.location ?? '' },
  );
}

interface ResponseUpdate {
  readonly accountId: bigint;
  readonly key: string;
  readonly status: bigint;
  readonly location: string;
  readonly body: string;
}

const responseUpdate = new PreparedQuery((db, { accountId, key, ...response }: ResponseUpdate) =>
  db.updateTable('idempotency_keys').set(response).where('account_id', '=', accountId).where('key', '=', key),
);

/** Stores the response for a key that this transaction has claimed. */
export async function storeResponse(
  db: Queries,
  { accountId, key }: StoredRequest,
  { status, location, body }: StoredResponse,
): Promise<void> {
  await responseUpdate.all(db, { accountId, key, status: BigInt(status), location, body });
}

/** The size of a stored response without its body: key, fingerprint, numbers and the entries of two indexes. */
export const ROW_BYTES = 400;

/** Returns the approximate size of a stored response. */
export function storedBytes({ body }: StoredResponse): number {
  return ROW_BYTES + Buffer.byteLength(body);
}

const expiredKeys = new PreparedQuery((db, { before, limit }: { before: bigint; limit: number }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['account_id', 'key'])
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(rowLimit(limit)),
);

interface ExpiredKey {
  readonly account_id: bigint;
  readonly key: string;
  readonly before: bigint;
}

const expiredKeyDeletion = new PreparedQuery((db, { account_id, key, before }: ExpiredKey) =>
  db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', account_id)
    .where('key', '=', key)
    // Unless another request has claimed the key again.
    .where('created_at', '<=', before),
);

/** Deletes up to `limit` responses from before `before`, and returns their number. */
export async function deleteResponsesBefore(db: Queries, before: number, limit: number): Promise<number> {
  const expired = await expiredKeys.all(db, { before: BigInt(before), limit });
  for (const key of expired) await expiredKeyDeletion.all(db, { ...key, before: BigInt(before) });
  return expired.length;
}

/** Deletes the responses of an account for some keys, unless they are from after `before`. */
export async function deleteResponses(
  db: Queries,
  accountId: bigint,
  keys: readonly { readonly key: string }[],
  before: bigint,
): Promise<void> {
  for (const { key } of keys) await expiredKeyDeletion.all(db, { account_id: accountId, key, before });
}
