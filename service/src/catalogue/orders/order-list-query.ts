import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { CLOSED_ORDER, CLOSED_STATUSES, OPEN_ORDER } from '../../platform/database/open-orders.ts';
import { rowLimit } from '../../platform/database/prepared-query.ts';
import type { ListOrder } from '../../platform/http/responses/pagination.ts';
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

type AccountColumn = 'account_id' | 'owner_id';

/**
 * Returns the query of a page, which reads ranges of the indexes that have exactly its filters. All orders of a pet are
 * its open order, and one range for each status of the closed ones.
 *
 * @param accountColumn the column that is compared with `page.visibleTo`.
 */
export function orderListQuery(db: Queries, page: OrderPage, accountColumn: AccountColumn) {
  const { petId, status } = page;
  if (petId === undefined || (status !== undefined && CLOSED_STATUSES.includes(status)))
    return rangeQuery(db, page, accountColumn);
  const open = openOrderQuery(db, { ...page, petId }, accountColumn);
  if (status !== undefined) return open;
  const closed = CLOSED_STATUSES.map((each) =>
    db.selectFrom(rangeQuery(db, { ...page, status: each }, accountColumn).as('range')).selectAll(),
  );
  return db
    .selectFrom(open.unionAll(closed).as('merged'))
    .selectAll()
    .orderBy('id', page.order === 'newest first' ? 'desc' : 'asc')
    .limit(rowLimit(page.limit));
}

/** The open order of a pet, if the page has it. */
function openOrderQuery(db: Queries, page: OrderPage & { petId: bigint }, accountColumn: AccountColumn) {
  const { petId, visibleTo, status, order, after } = page;
  let query = db
    .selectFrom('orders')
    .selectAll()
    .where('pet_id', '=', petId)
    .where('status', 'in', OPEN_ORDER);
  if (visibleTo !== undefined) query = query.where(accountColumn, '=', visibleTo);
  if (status !== undefined) query = query.where('status', '=', status);
  if (after !== undefined) query = query.where('id', order === 'newest first' ? '<' : '>', after);
  return query;
}

/**
 * A row-value range of one index. With equalities, a cost-based planner may choose a smaller index and skip rows that do
 * not match.
 */
function rangeQuery(db: Queries, page: OrderPage, accountColumn: AccountColumn) {
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
  // The indexes of the orders of a pet have closed orders only.
  if (page.petId !== undefined) query = query.where(CLOSED_ORDER);
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
