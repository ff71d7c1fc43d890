import { sql } from 'kysely';
import { ORDER_STATUSES, type OrderStatus } from './column-values.ts';

const OPEN_STATUSES: readonly OrderStatus[] = ['placed', 'approved'];

/** The statuses of open orders as SQL literals: an engine uses the partial index of open orders only for literals. */
export const OPEN_ORDER = OPEN_STATUSES.map((status) => sql.lit(status));

/** The condition of the partial indexes of closed orders. With `status in`, SQLite would prefer the index of all orders by status. */
export const CLOSED_ORDER = sql.join<boolean>(
  OPEN_STATUSES.map((status) => sql<boolean>`status <> ${sql.lit(status)}`),
  sql` and `,
);

export const CLOSED_STATUSES = ORDER_STATUSES.filter((status) => !OPEN_STATUSES.includes(status));

export function isOpenOrder(status: OrderStatus): boolean {
  return OPEN_STATUSES.includes(status);
}
