import type { Selectable } from 'kysely';
import type { Queries } from '../database/database.ts';
import { OPEN_ORDER } from '../database/open-orders.ts';
import type { Tables } from '../database/tables.ts';
import { PET_COLUMNS } from '../pets/pet-list-query.ts';
import { type OwnedPet, toPet } from '../pets/pet-store.ts';
import type { Order, OrderStatus } from './order.ts';
import { type OrderPage, orderListQuery } from './order-list-query.ts';

export type NewOrderRow = Omit<Order, 'id'>;

export async function insertOrder(db: Queries, order: NewOrderRow): Promise<Order> {
  const row = await db
    .insertInto('orders')
    .values({
      pet_id: order.petId,
      account_id: order.accountId,
      owner_id: order.ownerId,
      status: order.status,
      reference: order.reference,
      placed_at: BigInt(order.placedAt),
      expires_at: order.expiresAt === null ? null : BigInt(order.expiresAt),
      updated_at: BigInt(order.updatedAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOrder(row);
}

export async function findOrder(db: Queries, id: bigint): Promise<Order | undefined> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toOrder(row);
}

/** Reads an order and locks it until the end of the transaction. */
export async function lockOrder(db: Queries, id: bigint): Promise<Order | undefined> {
  const row = await selectOrders(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toOrder(row);
}

/**
 * Returns the orders of a page. The orders that an account placed and the orders for its pets are ranges of two indexes.
 * They are read separately and merged, so that the cost of a page does not depend on its depth.
 */
export async function listOrders(db: Queries, page: OrderPage): Promise<Order[]> {
  const placed = await orderListQuery(db, page, 'account_id').execute();
  if (page.visibleTo === undefined) return placed.map(toOrder);
  const received = await orderListQuery(db, page, 'owner_id').execute();
  // Both lists contain the orders of an account for its own pets.
  const orders = new Map([...placed, ...received].map((row) => [row.id, toOrder(row)]));
  const direction = page.order === 'newest first' ? 1 : -1;
  const sorted = [...orders.values()].sort((a, b) => (a.id < b.id ? direction : -direction));
  return sorted.slice(0, page.limit);
}

function selectOrders(db: Queries) {
  return db.selectFrom('orders').selectAll();
}

/** Changes the status of an order. Returns undefined if its status is no longer `order.status`. */
export async function moveOrder(
  db: Queries,
  order: Order,
  next: OrderStatus,
  at: number,
): Promise<Order | undefined> {
  const row = await db
    .updateTable('orders')
    .set({ status: next, expires_at: null, updated_at: BigInt(at) })
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .returningAll()
    .executeTakeFirst();
  return row && toOrder(row);
}

export async function countOpenOrders(db: Queries, accountId: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select((columns) => columns.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', OPEN_ORDER)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts up to `limit` open orders for pets above `after`; `last` is the highest pet id, null if there are none. */
export async function countOpenOrdersAfter(
  db: Queries,
  after: bigint,
  limit: number,
): Promise<{ count: number; last: bigint | null }> {
  const some = db
    .selectFrom('orders')
    .select('pet_id')
    .where('status', 'in', OPEN_ORDER)
    .where('pet_id', '>', after)
    .orderBy('pet_id')
    .limit(limit);
  const { count, last } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max<bigint | null>('pet_id').as('last')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), last };
}

/** A pet with its owner and its open order, on which permissions depend. */
export interface PetWithOrder extends OwnedPet {
  /** The open order that holds the pet. */
  readonly order: Pick<Order, 'status' | 'accountId' | 'ownerId'> | undefined;
}

/** Returns those of the pets that exist, newest first. One statement, so that pets and orders are consistent. */
export async function findPetsWithOrders(db: Queries, petIds: readonly bigint[]): Promise<PetWithOrder[]> {
  const rows = await db
    .selectFrom('pets')
    .leftJoin('orders', (join) =>
      join.onRef('orders.pet_id', '=', 'pets.id').on('orders.status', 'in', OPEN_ORDER),
    )
    .select(PET_COLUMNS.map((column) => `pets.${column}` as const))
    .select(['pets.owner_id', 'orders.status as order_status', 'orders.account_id as placed_by'])
    .select('orders.owner_id as order_owner_id')
    .where('pets.id', 'in', petIds)
    .orderBy('pets.id', 'desc')
    .execute();
  return rows.map((row) => ({ pet: toPet(row), ownerId: row.owner_id, order: openOrderIn(row) }));
}

function openOrderIn(row: {
  order_status: OrderStatus | null;
  placed_by: bigint | null;
  order_owner_id: bigint | null;
}): PetWithOrder['order'] {
  const { order_status: status, placed_by: accountId, order_owner_id: ownerId } = row;
  return status === null || accountId === null ? undefined : { status, accountId, ownerId };
}

export async function openOrders(db: Queries, limit: number): Promise<Order[]> {
  const rows = await selectOrders(db).where('status', 'in', OPEN_ORDER).limit(limit).execute();
  return rows.map(toOrder);
}

/** Returns up to `limit` placed orders whose hold has ended by `now`, the oldest first. */
export async function dueOrders(db: Queries, now: number, limit: number): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('expires_at', '<=', BigInt(now))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}

/** Returns when the next hold ends; undefined if no order is placed. */
export async function nextExpiry(db: Queries): Promise<number | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('expires_at')
    .where('expires_at', 'is not', null)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  return row?.expires_at == null ? undefined : Number(row.expires_at);
}

function toOrder(row: Selectable<Tables['orders']>): Order {
  return {
    id: row.id,
    petId: row.pet_id,
    accountId: row.account_id,
    ownerId: row.owner_id,
    status: row.status,
    reference: row.reference,
    placedAt: Number(row.placed_at),
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    updatedAt: Number(row.updated_at),
  };
}
