import type { Queries } from './database.ts';
import { idsJson, jsonIds } from './json-rows.ts';
import { PreparedQuery } from './prepared-query.ts';

// Names of rows for `WriteOptions.locks`. A transaction that locks several rows locks them in this order.

/** Every change of an account, a key or a ban locks one row (docs/adr/0036). */
export const ACCESS_LOCK = 'access';
export const SETTINGS_LOCK = 'settings';

export function accountLock(id: bigint): string {
  return `account ${id}`;
}

/** No row: changes of groups by one account take turns, because each may find further animals to lock after it has locked some. */
export function bondsLock(accountId: bigint): string {
  return `bonds ${accountId}`;
}

export function petLock(id: bigint): string {
  return `pet ${id}`;
}

export function categoryLock(id: bigint): string {
  return `category ${id}`;
}

const petLocks = new PreparedQuery((db, { ids }: { ids: string }) =>
  db.selectFrom('pets').select('id').where('id', 'in', jsonIds(db, ids)).orderBy('id').forUpdate(),
);

/** Locks pets in the order of their ids, as every transaction does, so that they cannot deadlock. */
export async function lockPets(db: Queries, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await petLocks.all(db, { ids: idsJson(ids) });
}

const accountRow = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate(),
);

/** Locks an account, before what it has is counted or compared in order to add to it: no other process does that at the same time. */
export async function lockAccount(db: Queries, id: bigint): Promise<void> {
  await accountRow.all(db, { id });
}

const storeRow = new PreparedQuery((db) => db.selectFrom('store_identity').select('id').forNoKeyUpdate());

/** Does the same for what belongs to no account. */
export async function lockStore(db: Queries): Promise<void> {
  await storeRow.all(db, {});
}
