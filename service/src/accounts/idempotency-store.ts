import type { Queries } from '../database/database.ts';

/** The answer to a write that succeeded. */
export interface KeptAnswer {
  readonly status: number;
  readonly location: string;
  /** JSON. */
  readonly body: string;
}

export interface KeptRequest {
  readonly accountId: bigint;
  readonly key: string;
  /** SHA-256 of method, path and body. */
  readonly fingerprint: string;
}

/** The answer that was kept for an account's key since `since`, and what it was the answer to. */
export async function findKeptAnswer(
  db: Queries,
  { accountId, key }: KeptRequest,
  since: number,
): Promise<(KeptAnswer & { fingerprint: string }) | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'location', 'body'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('created_at', '>', BigInt(since))
    .executeTakeFirst();
  return row && { ...row, status: Number(row.status), location: row.location ?? '' };
}

/** Keeps an answer, over one that is too old to be replayed. Call it in the transaction of the write. */
export async function keepAnswer(
  db: Queries,
  request: KeptRequest,
  answer: KeptAnswer,
  now: number,
): Promise<void> {
  const values = {
    fingerprint: request.fingerprint,
    status: BigInt(answer.status),
    location: answer.location,
    body: answer.body,
    created_at: BigInt(now),
  };
  await db
    .insertInto('idempotency_keys')
    .values({ account_id: request.accountId, key: request.key, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(values))
    .execute();
}

/** Removes up to `most` answers that were kept before `before`; returns how many. */
export async function forgetAnswers(db: Queries, before: number, most: number): Promise<number> {
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
      .execute();
  }
  return old.length;
}
