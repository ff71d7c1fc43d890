import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { rowLimit } from '../database/row-limit.ts';
import type { ListOrder } from '../http/responses/pagination.ts';
import type { OrderStatus } from './order.ts';

/** The request for a page: `after` is the last id of the previous page. */
export interface OrderPage {
  /** Only orders that this account placed or that are for its pets; undefined for all. */
  visibleTo: bigint | undefined;
  status?: OrderStatus | undefined;
  petId?: bigint | undefined;
  order: ListOrder;
  after?: bigint | undefined;
  limit: number;
}

type Filter = readonly [
  column: 'pet_id' | 'account_id' | 'owner_id' | 'status' | 'id',
  value: bigint | string | undefined,
];

/**
 * Returns the query of a page: a row-value range of the index that has exactly these filters. With equalities, a
 * cost-based planner may choose a smaller index and skip rows that do not match.
 *
 * @param accountColumn the column that is compared with `page.visibleTo`.
 */
export function orderListQuery(db: Queries, page: OrderPage, accountColumn: 'account_id' | 'owner_id') {
  const filters: Filter[] = [
    ['pet_id', page.petId],
    [accountColumn, page.visibleTo],
    ['status', page.status],
  ];
  const defined = filters.filter(([, value]) => value !== undefined);
  const [direction, beyond, from, to] =
    page.order === 'newest first'
      ? (['desc', '<', '<=', '>='] as const)
      : (['asc', '>', '>=', '<='] as const);
  let query = db.selectFrom('orders').selectAll().limit(rowLimit(page.limit));
  for (const [column] of defined) query = query.orderBy(column, direction);
  if (defined.length > 0) query = query.where(compareRow(defined, to));
  if (page.after !== undefined) query = query.where(compareRow([...defined, ['id', page.after]], beyond));
  else if (defined.length > 0) query = query.where(compareRow(defined, from));
  return query.orderBy('id', direction);
}

/** Returns a row-value comparison: `(column, ...) operator (value, ...)`. */
function compareRow(filters: readonly Filter[], operator: '<' | '<=' | '>' | '>='): RawBuilder<boolean> {
  const columns = sql.join(filters.map(([column]) => sql.ref(column)));
  const values = sql.join(filters.map(([, value]) => value));
  return sql<boolean>`(${columns}) ${sql.raw(operator)} (${values})`;
}
