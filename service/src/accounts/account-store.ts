import type { Selectable } from 'kysely';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { type Account, PLAN_NAMES, type PlanName, ROLES, type Role } from './account.ts';

export type NewAccount = Omit<Account, 'id'>;

const ACCOUNT_COLUMNS = ['id', 'name', 'plan', 'role', 'per_minute', 'per_day'] as const;

type AccountRow = Pick<Selectable<Tables['accounts']>, (typeof ACCOUNT_COLUMNS)[number]>;

/** Inserts an account. Returns undefined if the name is taken. */
export async function insertAccount(
  db: Queries,
  account: NewAccount,
  now: number,
): Promise<Account | undefined> {
  const row = await db
    .insertInto('accounts')
    .values({ name: account.name, ...toColumns(account), created_at: BigInt(now) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function updateAccount(db: Queries, account: Account): Promise<void> {
  await db.updateTable('accounts').set(toColumns(account)).where('id', '=', account.id).execute();
}

export async function findAccount(db: Queries, name: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select(ACCOUNT_COLUMNS)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && toAccount(row);
}

const accountLock = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate(),
);

/** Locks the account until this transaction ends. Other transactions may still insert rows that refer to it. */
export async function lockAccount(db: Queries, id: bigint): Promise<void> {
  await accountLock.all(db, { id });
}

/** Returns the oldest accounts. */
export async function firstAccounts(db: Queries, limit: number): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').select(ACCOUNT_COLUMNS).orderBy('id').limit(limit).execute();
  return rows.map(toAccount);
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

export async function listAccounts(db: Queries): Promise<Account[]> {
  const rows = await db.selectFrom('accounts').select(ACCOUNT_COLUMNS).orderBy('id').execute();
  return rows.map(toAccount);
}

export function toAccount(row: AccountRow): Account {
  const { id, name, per_minute: perMinute, per_day: perDay } = row;
  const customQuota =
    perMinute === null || perDay === null
      ? undefined
      : { perMinute: Number(perMinute), perDay: Number(perDay) };
  return { id, name, plan: toPlan(row.plan), role: toRole(row.role), customQuota };
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

function toRole(text: string): Role {
  return ROLES.find((role) => role === text) ?? 'reader';
}
