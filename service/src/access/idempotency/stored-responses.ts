import { sql } from 'kysely';
import { SECOND, systemWorkClock } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';

/** The responses of as long are deleted together, so that there are at most 8,640 sums to compare. */
export const TRIMMED_TOGETHER_MS = 10 * SECOND;
/** One step takes a few milliseconds, and a step of the largest bodies about ten. */
const ROWS_PER_STEP = 100;

/** The response to a write that succeeded. */
export interface StoredResponse {
  readonly status: number;
  /** Empty unless the write has created something. */
  readonly location: string;
  /** JSON; of a write in parts, a line of JSON for each item. */
  readonly body: string;
}

export interface StoredRequest {
  readonly accountId: bigint;
  readonly key: string;
  /** The same for equal requests; see `idempotency-key.ts`. */
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
const ROW_BYTES = 400;

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
async function deleteResponses(
  db: Queries,
  accountId: bigint,
  keys: readonly { readonly key: string }[],
  before: bigint,
): Promise<void> {
  for (const { key } of keys) await expiredKeyDeletion.all(db, { account_id: accountId, key, before });
}

interface Step {
  readonly accountId: bigint;
  readonly after: string;
  readonly limit: number;
}

const nextRows = new PreparedQuery((db, { accountId, after, limit }: Step) =>
  db
    .selectFrom('idempotency_keys')
    .select(['key', 'created_at', sql<number | bigint>`octet_length(body)`.as('bytes')])
    .where('account_id', '=', accountId)
    .where('key', '>', after)
    .orderBy('key')
    .limit(rowLimit(limit)),
);

/**
 * Deletes the oldest responses of an account, so that about `maxBytes` remain. It reads all responses of the account, which takes
 * seconds, in short steps: requests are handled between them for as long as each took.
 */
export async function trimResponses(database: Database, accountId: bigint, maxBytes: number): Promise<void> {
  const bytesByTime = new Map<number, number>();
  for await (const rows of rowsOf(database, accountId)) {
    for (const { created_at, bytes } of rows) {
      const time = Math.floor(Number(created_at) / TRIMMED_TOGETHER_MS);
      bytesByTime.set(time, (bytesByTime.get(time) ?? 0) + ROW_BYTES + Number(bytes));
    }
  }
  const last = newestBeyond(bytesByTime, maxBytes);
  if (last === undefined) return;
  const before = BigInt((last + 1) * TRIMMED_TOGETHER_MS - 1);
  for await (const rows of rowsOf(database, accountId)) {
    const old = rows.filter(({ created_at }) => created_at <= before);
    if (old.length === 0) continue;
    await database.write((db) => deleteResponses(db, accountId, old, before), { commit: 'asynchronous' });
  }
}

async function* rowsOf(database: Database, accountId: bigint) {
  for (let after = ''; ; ) {
    const beganAt = systemWorkClock.monotonic();
    const rows = await nextRows.all(database.read, { accountId, after, limit: ROWS_PER_STEP });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.key;
    await systemWorkClock.pause(systemWorkClock.monotonic() - beganAt);
  }
}

/** Returns the newest time whose responses, together with all newer ones, are larger than `maxBytes`. */
function newestBeyond(bytesByTime: ReadonlyMap<number, number>, maxBytes: number): number | undefined {
  let total = 0;
  for (const [time, bytes] of [...bytesByTime].sort(([one], [other]) => other - one)) {
    total += bytes;
    if (total > maxBytes) return time;
  }
  return undefined;
}
