import type { Queries } from './database.ts';
import { idsJson, jsonIds } from './json-rows.ts';
import { PreparedQuery } from './prepared-query.ts';

const petLocks = new PreparedQuery((db, { ids }: { ids: string }) =>
  db.selectFrom('pets').select('id').where('id', 'in', jsonIds(db, ids)).orderBy('id').forUpdate(),
);

/** Locks pets in the order of their ids, as every transaction does, so that they cannot deadlock. */
export async function lockPets(db: Queries, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await petLocks.all(db, { ids: idsJson(ids) });
}
