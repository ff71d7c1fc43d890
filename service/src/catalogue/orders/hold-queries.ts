import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Order } from './order.ts';
import type { OrderPage } from './order-list-query.ts';
import { type OrderRow, toOrder } from './order-queries.ts';

const ordersDue = new PreparedQuery((db, { now, limit }: { now: bigint; limit: number }) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(rowLimit(limit)),
);

/** Returns up to `limit` placed orders whose hold has ended by `now`, the oldest first. */
export async function dueOrders(db: Queries, now: number, limit: number): Promise<Order[]> {
  const rows = await ordersDue.all(db, { now: BigInt(now), limit });
  return rows.map(toOrder);
}

const holdsByEnd = new PreparedQuery((db, { limit }: { limit: number }) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('expires_at', 'is not', null)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(rowLimit(limit)),
);

/** Sorts the placed orders of one account, which an index has by their ids. */
const holdsOfAccount = (column: 'account_id' | 'owner_id') =>
  new PreparedQuery((db, { accountId, limit }: { accountId: bigint; limit: number }) =>
    db
      .selectFrom('orders')
      .selectAll()
      .where(column, '=', accountId)
      .where('status', '=', sql.lit('placed'))
      .orderBy('expires_at')
      .orderBy('id')
      .limit(rowLimit(limit)),
  );
const placedHolds = holdsOfAccount('account_id');
const receivedHolds = holdsOfAccount('owner_id');

/**
 * Returns the placed orders whose holds end first.
 *
 * @param visibleTo only those that this account placed or that are for its pets; undefined for all.
 */
export function holdsThatEndFirst(
  db: Queries,
  { visibleTo, limit }: Pick<OrderPage, 'visibleTo' | 'limit'>,
): MaybePromise<Order[]> {
  if (visibleTo === undefined) return andThen(holdsByEnd.all(db, { limit }), (rows) => rows.map(toOrder));
  const asked = { accountId: visibleTo, limit };
  return andThen(placedHolds.all(db, asked), (placed) =>
    andThen(receivedHolds.all(db, asked), (received) => {
      const orders = new Map([...placed, ...received].map((row) => [row.id, row]));
      const sorted = [...orders.values()].sort((one, other) => (endsBefore(one, other) ? -1 : 1));
      return sorted.slice(0, limit).map(toOrder);
    }),
  );
}

function endsBefore(one: OrderRow, other: OrderRow): boolean {
  const [end, otherEnd] = [one.expires_at ?? 0n, other.expires_at ?? 0n];
  return end === otherEnd ? one.id < other.id : end < otherEnd;
}

const firstExpiry = new PreparedQuery((db) =>
  db
    .selectFrom('orders')
    .select('expires_at')
    .where('expires_at', 'is not', null)
    .orderBy('expires_at')
    .limit(sql.lit(1)),
);

/** Returns when the next hold ends; undefined if no order is placed. */
export function nextExpiry(db: Queries): MaybePromise<number | undefined> {
  return andThen(firstExpiry.first(db, {}), (row) =>
    row?.expires_at == null ? undefined : Number(row.expires_at),
  );
}
