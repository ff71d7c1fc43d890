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
