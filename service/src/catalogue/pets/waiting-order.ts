import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { engineOf, PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';

// The order in which visitors see available animals: first those with a photo, and of these first who waits longest. The
// column `waiting_order` has it as a number; `platform/database/migrations/steps/0021-0030/0021-in-care.ts` has its bits and its indexes.

const place = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('pets').select('waiting_order').where('id', '=', id),
);

/** Returns the place of an animal in the order; undefined if it was deleted. */
export function waitingOrderOf(db: Queries, id: bigint): MaybePromise<bigint | undefined> {
  return andThen(place.first(db, { id }), (row) => row?.waiting_order);
}

/** The request for a page of the available animals, or of those of a category. */
interface WaitingPage {
  readonly categoryId?: bigint | undefined;
  /** The place of the last animal of the previous page. */
  readonly afterOrder?: bigint | undefined;
  readonly limit: number;
}

/** Returns the rows of a page: one range of one index. */
export function waitingRange(db: Queries, { categoryId, afterOrder, limit }: WaitingPage) {
  let query = db.selectFrom('pets').limit(rowLimit(limit)).where('status', '=', sql.lit('available'));
  if (categoryId === undefined) {
    if (afterOrder !== undefined) query = query.where('waiting_order', '>', afterOrder);
    return query.orderBy('waiting_order');
  }
  if (!engineOf(db).usesCostBasedPlanner) {
    if (afterOrder !== undefined) query = query.where('waiting_order', '>', afterOrder);
    return query.where('category_id', '=', categoryId).orderBy('waiting_order');
  }
  // Written as a range, so that only the index of the category fits.
  const start =
    afterOrder === undefined
      ? sql<boolean>`category_id >= ${categoryId}`
      : sql<boolean>`(category_id, waiting_order) > (${categoryId}, ${afterOrder})`;
  query = query.where(start).where('category_id', '<=', categoryId);
  return query.orderBy('category_id').orderBy('waiting_order');
}
