import { type Insertable, sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { KeyScope, Role } from '../../platform/core/role.ts';
import { reaches } from '../../platform/database/bounded-count.ts';
import type { Queries } from '../../platform/database/database.ts';
import { type IdRange, PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Account } from './account.ts';
import { toAccount, toRole } from './account-queries.ts';
import { type ApiKeySecret, digestOfApiKey, generateApiKey, hintOfApiKey, type KeyKind } from './api-key.ts';

/** An API key without its secret. Times are milliseconds since the Unix epoch. */
export interface ApiKey {
  id: bigint;
  accountId: bigint;
  hint: string;
  createdAt: number;
  expiresAt: number | undefined;
  revokedAt: number | undefined;
  label: string | undefined;
  /** Below the role of the account; undefined for the same. */
  role: Role | undefined;
  /** The origins of the web pages that may use it; undefined for any client. */
  allowedOrigins: readonly string[] | undefined;
  /** What it may do, and nothing else; undefined for all that its role may do. */
  scopes: readonly KeyScope[] | undefined;
  /** The key that it replaced; undefined if none. */
  rotatedFrom: bigint | undefined;
  /** The first key of its rotations, or itself. */
  chainId: bigint;
  /** To the minute; undefined if it was never used. */
  lastUsedAt: number | undefined;
  /** The end of the active or the last ban; undefined if there was none, or it was lifted. */
  bannedUntil: number | undefined;
  /** The start of that ban. */
  bannedSince: number | undefined;
}

/** What a new key is for. */
export interface NewApiKey
  extends Partial<Pick<ApiKey, 'expiresAt' | 'label' | 'role' | 'allowedOrigins' | 'scopes'>> {
  accountId: bigint;
  kind: KeyKind;
  /** The key that it replaces. */
  rotated?: Pick<ApiKey, 'id' | 'chainId'> | undefined;
}

const keyInsert = new PreparedQuery((db, key: Insertable<Tables['api_keys']>) =>
  db.insertInto('api_keys').values(key).returning('id'),
);

/** Creates a key for an account. The secret is only returned here; it is not stored. */
export async function issueApiKey(
  db: Queries,
  key: NewApiKey,
  now: number,
): Promise<{ id: bigint; secret: ApiKeySecret }> {
  const secret = generateApiKey(key.kind);
  const inserted = await keyInsert.first(db, {
    account_id: key.accountId,
    digest: digestOfApiKey(secret),
    hint: hintOfApiKey(secret),
    created_at: BigInt(now),
    expires_at: key.expiresAt === undefined ? null : BigInt(key.expiresAt),
    revoked_at: null,
    label: key.label ?? null,
    role: key.role ?? null,
    allowed_origins: key.allowedOrigins === undefined ? null : JSON.stringify(key.allowedOrigins),
    scopes: key.scopes === undefined ? null : JSON.stringify(key.scopes),
    rotated_from: key.rotated?.id ?? null,
    chain_id: key.rotated?.chainId ?? null,
  });
  if (inserted === undefined) throw new Error('The new key has no id');
  return { id: inserted.id, secret };
}

const expiryUpdate = new PreparedQuery((db, { id, expiresAt }: { id: bigint; expiresAt: bigint }) =>
  db
    .updateTable('api_keys')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', expiresAt)])),
);

/** Makes a key expire at `expiresAt`, unless it expires earlier. */
export async function expireApiKey(db: Queries, id: bigint, expiresAt: number): Promise<void> {
  await expiryUpdate.all(db, { id, expiresAt: BigInt(expiresAt) });
}

const revocation = new PreparedQuery((db, { id, now }: { id: bigint; now: bigint }) =>
  db.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null),
);

export async function revokeApiKey(db: Queries, id: bigint, now: number): Promise<void> {
  await revocation.all(db, { id, now: BigInt(now) });
}

const keyLock = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('api_keys').select('id').where('id', '=', id).forNoKeyUpdate(),
);

/** Locks the key until this transaction ends. */
export async function lockApiKey(db: Queries, id: bigint): Promise<void> {
  await keyLock.all(db, { id });
}

const keyById = new PreparedQuery((db, { id }: { id: bigint }) =>
  selectKeys(db).where('api_keys.id', '=', id),
);

export function findApiKey(db: Queries, id: bigint): MaybePromise<ApiKey | undefined> {
  return andThen(keyById.first(db, { id }), (row) => row && toApiKey(row));
}

/** The keys of a chain that are accepted at `now`, unless they are banned. */
const validOfChain = new PreparedQuery((db, { chainId, now }: { chainId: bigint; now: bigint }) =>
  selectKeys(db)
    .where(({ eb, or }) => or([eb('api_keys.id', '=', chainId), eb('chain_id', '=', chainId)]))
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('api_keys.id'),
);

/** Returns the keys of a chain that are accepted at `now`: one, or two during the overlap of a rotation. */
export function validKeysOfChain(db: Queries, chainId: bigint, now: number): MaybePromise<ApiKey[]> {
  return andThen(validOfChain.all(db, { chainId, now: BigInt(now) }), (rows) => rows.map(toApiKey));
}

const successorsOf = new PreparedQuery(
  (_db, { id, chainId }: { id: bigint; chainId: bigint }) => sql<{ id: bigint }>`
    with recursive successors (id) as (
      select cast(${id} as bigint)
      union
      select api_keys.id from api_keys join successors on rotated_from = successors.id where chain_id = ${chainId}
    )
    select id from successors where id <> ${id} order by id`,
);

/** Returns the ids of the keys that replaced a key, and those that replaced them. */
export async function successorIds(db: Queries, key: Pick<ApiKey, 'id' | 'chainId'>): Promise<Set<bigint>> {
  const rows = await successorsOf.all(db, { id: key.id, chainId: key.chainId });
  return new Set(rows.map(({ id }) => id));
}

export const MAX_KEYS = 200;

const reachesMaximum = reaches(
  MAX_KEYS,
  (db, { accountId, now }: { readonly accountId: bigint; readonly now: bigint }) =>
    db
      .selectFrom('api_keys')
      .select('id')
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
);

/** Returns true if an account has as many valid keys as it may. */
export function hasAllKeys(db: Queries, accountId: bigint, now: number): Promise<boolean> {
  return reachesMaximum(db, { accountId, now: BigInt(now) });
}

/** A key that is replaced every day lasts for years. */
export const MAX_ROTATIONS = 1_000;

const reachesRotations = reaches(MAX_ROTATIONS, (db, { chainId }: { chainId: bigint }) =>
  db.selectFrom('api_keys').select('id').where('chain_id', '=', chainId),
);

export function hasAllRotations(db: Queries, chainId: bigint): Promise<boolean> {
  return reachesRotations(db, { chainId });
}

const labelUpdate = new PreparedQuery((db, { id, label }: { id: bigint; label: string | null }) =>
  db.updateTable('api_keys').set({ label }).where('id', '=', id),
);

export async function labelApiKey(db: Queries, id: bigint, label: string | undefined): Promise<void> {
  await labelUpdate.all(db, { id, label: label ?? null });
}

const keyPage = new PreparedQuery(
  (db, { accountId, after, limit, descending = false }: IdRange & { accountId: bigint }) => {
    const page = selectKeys(db).where('account_id', '=', accountId).limit(rowLimit(limit));
    const rest = after === undefined ? page : page.where('api_keys.id', descending ? '<' : '>', after);
    return rest.orderBy('api_keys.id', descending ? 'desc' : 'asc');
  },
  ['descending'],
);

/** Returns a page of the keys of an account. */
export function pageOfApiKeys(db: Queries, page: IdRange & { accountId: bigint }): MaybePromise<ApiKey[]> {
  return andThen(keyPage.all(db, page), (rows) => rows.map(toApiKey));
}

const keysOfAccount = new PreparedQuery((db, { accountId }: { accountId: bigint }) =>
  selectKeys(db).where('account_id', '=', accountId).orderBy('api_keys.id'),
);

export function listApiKeys(db: Queries, accountId: bigint): MaybePromise<ApiKey[]> {
  return andThen(keysOfAccount.all(db, { accountId }), (rows) => rows.map(toApiKey));
}

/** What a request needs to know of a key and its account. */
export interface KeyOfAccount {
  readonly key: Pick<
    ApiKey,
    | 'id'
    | 'chainId'
    | 'expiresAt'
    | 'revokedAt'
    | 'role'
    | 'allowedOrigins'
    | 'scopes'
    | 'bannedUntil'
    | 'bannedSince'
  >;
  readonly account: Account;
  readonly isDisabled: boolean;
}

const byDigest = new PreparedQuery((db: Queries, { digest }: { digest: string }) =>
  selectKeysOfAccounts(db).where('digest', '=', digest),
);

/** Returns the key with this digest, also if it is revoked or expired, with its account and its ban. */
export function findApiKeyByDigest(db: Queries, digest: string): MaybePromise<KeyOfAccount | undefined> {
  return andThen(byDigest.first(db, { digest }), (row) => row && toKeyOfAccount(row));
}

const KEYS_PER_PAGE = 250;

const usedKeys = new PreparedQuery((db: Queries, { after, limit }: { after: bigint; limit: number }) =>
  selectKeysOfAccounts(db)
    .innerJoin('key_uses', 'api_key_id', 'api_keys.id')
    .select(['digest', 'used_at'])
    .where('api_key_id', '>', after)
    .orderBy('api_key_id')
    .limit(rowLimit(limit)),
);

/** Returns those of the next keys that were used since then, with their digests, and the last key that was examined; undefined at the end. */
export function pageOfUsedKeys(
  db: Queries,
  after: bigint,
  since: number,
): MaybePromise<{ keys: Array<KeyOfAccount & { digest: string }>; last: bigint | undefined }> {
  return andThen(usedKeys.all(db, { after, limit: KEYS_PER_PAGE }), (rows) => ({
    keys: rows
      .filter(({ used_at }) => used_at >= since)
      .map((row) => ({ ...toKeyOfAccount(row), digest: row.digest })),
    last: rows.length < KEYS_PER_PAGE ? undefined : rows.at(-1)?.id,
  }));
}

function selectKeysOfAccounts(db: Queries) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['api_keys.id', 'account_id', 'expires_at', 'revoked_at', 'api_keys.role'])
    .select(['allowed_origins', 'scopes', 'chain_id', 'name', 'plan', 'per_minute', 'per_day'])
    .select(['accounts.role as account_role', 'disabled_at'])
    .select([
      latestOfBans(db, 'ends_at').as('banned_until'),
      latestOfBans(db, 'started_at').as('banned_since'),
    ]);
}

type KeyOfAccountRow = Awaited<
  ReturnType<ReturnType<typeof selectKeysOfAccounts>['executeTakeFirstOrThrow']>
>;

function toKeyOfAccount(row: KeyOfAccountRow): KeyOfAccount {
  return {
    key: toUsableKey(row),
    account: toAccount({ ...row, id: row.account_id, role: row.account_role }),
    isDisabled: row.disabled_at !== null,
  };
}

function selectKeys(db: Queries) {
  return db
    .selectFrom('api_keys')
    .select(['api_keys.id', 'account_id', 'hint', 'api_keys.created_at', 'expires_at', 'revoked_at'])
    .select(['label', 'api_keys.role', 'allowed_origins', 'scopes', 'rotated_from', 'chain_id'])
    .select(lastUse(db).as('used_at'))
    .select([
      latestOfBans(db, 'ends_at').as('banned_until'),
      latestOfBans(db, 'started_at').as('banned_since'),
    ]);
}

function lastUse(db: Queries) {
  return db.selectFrom('key_uses').select('used_at').whereRef('api_key_id', '=', sql.ref('api_keys.id'));
}

/** The latest start or end of the bans of a key that were not lifted. */
function latestOfBans(db: Queries, column: 'started_at' | 'ends_at') {
  return db
    .selectFrom('bans')
    .select(sql<bigint | null>`max(${sql.ref(column)})`.as('latest'))
    .whereRef('bans.api_key_id', '=', sql.ref('api_keys.id'))
    .where('lifted_at', 'is', null);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

function toApiKey(row: KeyRow): ApiKey {
  return {
    ...toUsableKey(row),
    accountId: row.account_id,
    hint: row.hint,
    createdAt: Number(row.created_at),
    label: row.label ?? undefined,
    rotatedFrom: row.rotated_from ?? undefined,
    lastUsedAt: toTime(row.used_at),
  };
}

function toUsableKey(row: Pick<KeyRow, keyof KeyRow & keyof KeyOfAccountRow>): KeyOfAccount['key'] {
  return {
    id: row.id,
    chainId: row.chain_id ?? row.id,
    expiresAt: toTime(row.expires_at),
    revokedAt: toTime(row.revoked_at),
    role: row.role === null ? undefined : toRole(row.role),
    allowedOrigins: row.allowed_origins === null ? undefined : JSON.parse(row.allowed_origins),
    scopes: row.scopes === null ? undefined : JSON.parse(row.scopes),
    bannedUntil: toTime(row.banned_until),
    bannedSince: toTime(row.banned_since),
  };
}

function toTime(value: bigint | null): number | undefined {
  return value === null ? undefined : Number(value);
}
