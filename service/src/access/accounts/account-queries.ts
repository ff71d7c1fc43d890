import type { Insertable, Selectable } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { ROLES, type Role } from '../../platform/core/role.ts';
import type { Queries } from '../../platform/database/database.ts';
import { type IdRange, PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Account, type AccountRecord, PLAN_NAMES, type PlanName } from './account.ts';

export type NewAccount = Omit<Account, 'id'>;

const ACCOUNT_COLUMNS = ['id', 'name', 'plan', 'role', 'per_minute', 'per_day'] as const;

/** What only admins see in addition. */
const RECORD_COLUMNS = [...ACCOUNT_COLUMNS, 'created_at', 'disabled_at'] as const;

type AccountRow = Pick<Selectable<Tables['accounts']>, (typeof ACCOUNT_COLUMNS)[number]>;
type RecordRow = Pick<Selectable<Tables['accounts']>, (typeof RECORD_COLUMNS)[number]>;

const accountInsert = new PreparedQuery((db, account: Insertable<Tables['accounts']>) =>
  db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(RECORD_COLUMNS),
);

/** Inserts an account. Returns undefined if the name is taken. */
export async function insertAccount(
  db: Queries,
  account: NewAccount,
  now: number,
): Promise<AccountRecord | undefined> {
  const created_at = BigInt(now);
  const row = await accountInsert.first(db, { name: account.name, ...toColumns(account), created_at });
  return row && toRecord(row);
}

const accountUpdate = new PreparedQuery(
  (db, { id, ...values }: { id: bigint } & Omit<Insertable<Tables['accounts']>, 'id' | 'created_at'>) =>
    db.updateTable('accounts').set(values).where('id', '=', id),
);

/** Stores the name, the terms and the state of an account. */
export async function updateAccount(
  db: Queries,
  account: Account & { readonly disabledAt?: number | undefined },
): Promise<void> {
  const { id, name, disabledAt } = account;
  const disabled_at = disabledAt === undefined ? null : BigInt(disabledAt);
  await accountUpdate.all(db, { id, name, ...toColumns(account), disabled_at });
}

const accountById = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('accounts').select(RECORD_COLUMNS).where('id', '=', id),
);
const accountByName = new PreparedQuery((db, { name }: { name: string }) =>
  db.selectFrom('accounts').select(RECORD_COLUMNS).where('name', '=', name),
);

export function findAccount(
  db: Queries,
  by: { readonly name: string } | { readonly id: bigint },
): MaybePromise<AccountRecord | undefined> {
  const row = 'id' in by ? accountById.first(db, by) : accountByName.first(db, by);
  return andThen(row, (found) => found && toRecord(found));
}

const accountLock = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate(),
);

/** Locks the account until this transaction ends. Other transactions may still insert rows that refer to it. */
export async function lockAccount(db: Queries, id: bigint): Promise<void> {
  await accountLock.all(db, { id });
}

/** Returns the oldest accounts. */
export async function firstAccounts(db: Queries, limit: number): Promise<AccountRecord[]> {
  const rows = await db.selectFrom('accounts').select(RECORD_COLUMNS).orderBy('id').limit(limit).execute();
  return rows.map(toRecord);
}

/** Returns the oldest account with a role. */
export function firstWithRole(db: Queries, role: Role): Promise<{ id: bigint; name: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('role', '=', role)
    .orderBy('id')
    .executeTakeFirst();
}

export async function hasAdmin(db: Queries): Promise<boolean> {
  return (await firstWithRole(db, 'admin')) !== undefined;
}

export async function listAccounts(db: Queries): Promise<AccountRecord[]> {
  const rows = await db.selectFrom('accounts').select(RECORD_COLUMNS).orderBy('id').execute();
  return rows.map(toRecord);
}

const accountPage = new PreparedQuery(
  (db, { after, limit, descending = false }: IdRange) => {
    const page = db.selectFrom('accounts').select(RECORD_COLUMNS).limit(rowLimit(limit));
    const rest = after === undefined ? page : page.where('id', descending ? '<' : '>', after);
    return rest.orderBy('id', descending ? 'desc' : 'asc');
  },
  ['descending'],
);

/** Returns a page of accounts. */
export function pageOfAccounts(db: Queries, page: IdRange): MaybePromise<AccountRecord[]> {
  return andThen(accountPage.all(db, page), (rows) => rows.map(toRecord));
}

export function toAccount(row: AccountRow): Account {
  const { id, name, per_minute: perMinute, per_day: perDay } = row;
  const customQuota =
    perMinute === null || perDay === null
      ? undefined
      : { perMinute: Number(perMinute), perDay: Number(perDay) };
  return { id, name, plan: toPlan(row.plan), role: toRole(row.role), customQuota };
}

function toRecord(row: RecordRow): AccountRecord {
  const { created_at, disabled_at } = row;
  return {
    ...toAccount(row),
    createdAt: Number(created_at),
    disabledAt: disabled_at === null ? undefined : Number(disabled_at),
  };
}

function toColumns(account: Pick<Account, 'plan' | 'role' | 'customQuota'>) {
  const { plan, role, customQuota } = account;
  return {
    plan,
    role,
    per_minute: customQuota === undefined ? null : BigInt(customQuota.perMinute),
    per_day: customQuota === undefined ? null : BigInt(customQuota.perDay),
  };
}

/** An unknown plan or role, which a newer version wrote, becomes the lowest one. */
function toPlan(text: string): PlanName {
  return PLAN_NAMES.find((plan) => plan === text) ?? 'free';
}

export function toRole(text: string): Role {
  return ROLES.find((role) => role === text) ?? 'reader';
}
