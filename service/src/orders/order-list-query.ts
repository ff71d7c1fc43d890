import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { OrderStatus } from './order.ts';

/** A page of a list: `after` is the last id of the page before it. */
export interface OrderPage {
  /** Only orders that this account placed, or that are for pets it added; undefined for all. */
  concerning: bigint | undefined;
  status?: OrderStatus | undefined;
  petId?: bigint | undefined;
  order: 'newest first' | 'oldest first';
  after?: bigint | undefined;
  limit: number;
}

type Filter = readonly [
  column: 'pet_id' | 'account_id' | 'owner_id' | 'status' | 'id',
  value: bigint | string | undefined,
];

/**
 * The query of a page: a range of rows, in the order of the one index that has these filters. A planner that is given
 * equalities goes by how common the values are, and walks past everything else that the pet or the account has.
 *
 * @param whose the column that the account of `page.concerning` is compared with.
 */
export function orderListQuery(db: Queries, page: OrderPage, whose: 'account_id' | 'owner_id') {
  const filters: Filter[] = [
    ['pet_id', page.petId],
    [whose, page.concerning],
    ['status', page.status],
  ];
  const given = filters.filter(([, value]) => value !== undefined);
  const [direction, beyond, upTo, downTo] =
    page.order === 'newest first'
      ? (['desc', '<', '<=', '>='] as const)
      : (['asc', '>', '>=', '<='] as const);
  let query = db.selectFrom('orders').selectAll().limit(page.limit);
  for (const [column] of given) query = query.orderBy(column, direction);
  if (given.length > 0) query = query.where(compared(given, downTo));
  if (page.after !== undefined) query = query.where(compared([...given, ['id', page.after]], beyond));
  else if (given.length > 0) query = query.where(compared(given, upTo));
  return query.orderBy('id', direction);
}

/** Compares as a row, column by column from the first. */
function compared(filters: readonly Filter[], operator: '<' | '<=' | '>' | '>='): RawBuilder<boolean> {
  const columns = sql.join(filters.map(([column]) => sql.ref(column)));
  const values = sql.join(filters.map(([, value]) => value));
  return sql<boolean>`(${columns}) ${sql.raw(operator)} (${values})`;
}
