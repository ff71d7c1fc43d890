import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import type { Account } from './account.ts';
import { toAccount } from './account-store.ts';
import { type ApiKeySecret, digestOfApiKey, generateApiKey, hintOfApiKey, type KeyKind } from './api-key.ts';
import { type Ban, isActive } from './ban.ts';

/** An API key without its secret. Times are milliseconds since the Unix epoch. */
export interface ApiKey {
  id: bigint;
  accountId: bigint;
  hint: string;
  createdAt: number;
  expiresAt: number | undefined;
  revokedAt: number | undefined;
  /** The end of the active or the last ban; undefined if there was none, or it was lifted. */
  bannedUntil: number | undefined;
  /** The start of that ban. */
  bannedSince: number | undefined;
}

/** Creates a key for an account. The secret is only returned here; it is not stored. */
export async function issueApiKey(
  db: Queries,
  key: { accountId: bigint; kind: KeyKind; expiresAt?: number | undefined },
  now: number,
): Promise<{ id: bigint; secret: ApiKeySecret }> {
  const secret = generateApiKey(key.kind);
  const { id } = await db
    .insertInto('api_keys')
    .values({
      account_id: key.accountId,
      digest: digestOfApiKey(secret),
      hint: hintOfApiKey(secret),
      created_at: BigInt(now),
      expires_at: key.expiresAt === undefined ? null : BigInt(key.expiresAt),
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret };
}

/** Makes a key expire at `expiresAt`, unless it expires earlier. */
export async function expireApiKey(db: Queries, id: bigint, expiresAt: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ expires_at: BigInt(expiresAt) })
    .where('id', '=', id)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', BigInt(expiresAt))]))
    .execute();
}

export async function revokeApiKey(db: Queries, id: bigint, now: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: BigInt(now) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function findApiKey(db: Queries, id: bigint): Promise<ApiKey | undefined> {
  const row = await selectKeys(db).where('api_keys.id', '=', id).executeTakeFirst();
  return row && toApiKey(row);
}

const keysOfAccount = new PreparedQuery((db, { accountId }: { accountId: bigint }) =>
  selectKeys(db).where('account_id', '=', accountId).orderBy('api_keys.id'),
);

export function listApiKeys(db: Queries, accountId: bigint): MaybePromise<ApiKey[]> {
  return andThen(keysOfAccount.all(db, { accountId }), (rows) => rows.map(toApiKey));
}

const byDigest = new PreparedQuery((db: Queries, { digest }: { digest: string }) =>
  selectKeys(db)
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['accounts.name', 'accounts.plan', 'accounts.role', 'accounts.per_minute', 'accounts.per_day'])
    .where('digest', '=', digest),
);

/** Returns the key with this digest, also if it is revoked or expired, with its account and its ban. */
export function findApiKeyByDigest(
  db: Queries,
  digest: string,
): MaybePromise<{ key: ApiKey; account: Account } | undefined> {
  return andThen(
    byDigest.first(db, { digest }),
    (row) => row && { key: toApiKey(row), account: toAccount({ ...row, id: row.account_id }) },
  );
}

function selectKeys(db: Queries) {
  return db
    .selectFrom('api_keys')
    .select(['api_keys.id', 'account_id', 'hint', 'api_keys.created_at', 'expires_at', 'revoked_at'])
    .select([
      latestOfBans(db, 'ends_at').as('banned_until'),
      latestOfBans(db, 'started_at').as('banned_since'),
    ]);
}

/** The latest start or end of the bans of a key that were not lifted. */
function latestOfBans(db: Queries, column: 'started_at' | 'ends_at') {
  return db
    .selectFrom('bans')
    .select(sql<bigint | null>`max(${sql.ref(column)})`.as('latest'))
    .whereRef('bans.api_key_id', '=', sql.ref('api_keys.id'))
    .where('lifted_at', 'is', null);
}

/** Returns the ban that is in force at `now`. */
export function activeBan(
  { bannedSince, bannedUntil }: Pick<ApiKey, 'bannedSince' | 'bannedUntil'>,
  now: number,
): Ban | undefined {
  if (bannedSince === undefined || bannedUntil === undefined) return undefined;
  const ban = { startedAt: bannedSince, endsAt: bannedUntil };
  return isActive(ban, now) ? ban : undefined;
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

function toApiKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    hint: row.hint,
    createdAt: Number(row.created_at),
    expiresAt: toTime(row.expires_at),
    revokedAt: toTime(row.revoked_at),
    bannedUntil: toTime(row.banned_until),
    bannedSince: toTime(row.banned_since),
  };
}

function toTime(value: bigint | null): number | undefined {
  return value === null ? undefined : Number(value);
}
