import type { Insertable, Selectable } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { OPEN_ORDER } from '../../platform/database/open-orders.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { PET_COLUMNS } from '../pets/pet-list-query.ts';
import { type OwnedPet, toPet } from '../pets/pet-queries.ts';
import type { Order, OrderStatus } from './order.ts';
import { type OrderPage, orderListQuery } from './order-list-query.ts';

/** `bindOrders` records which orders were placed together. */
export type NewOrderRow = Omit<Order, 'id' | 'bondedOrderIds'>;

const orderInsert = new PreparedQuery((db, order: Insertable<Tables['orders']>) =>
  db.insertInto('orders').values(order).returningAll(),
);

export async function insertOrder(db: Queries, order: NewOrderRow): Promise<Order> {
  const row = await orderInsert.first(db, {
    pet_id: order.petId,
    account_id: order.accountId,
    owner_id: order.ownerId,
    status: order.status,
    reference: order.reference,
    placed_at: BigInt(order.placedAt),
    expires_at: order.expiresAt === null ? null : BigInt(order.expiresAt),
    updated_at: BigInt(order.updatedAt),
  });
  if (row === undefined) throw new Error('The insert returned no order');
  return toOrder(row);
}

const orderById = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('orders').selectAll().where('id', '=', id),
);

export function findOrder(db: Queries, id: bigint): MaybePromise<Order | undefined> {
  return andThen(orderById.first(db, { id }), (row) => row && toOrder(row));
}

const orderLock = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate(),
);

/** Reads an order and locks it until the end of the transaction. */
export async function lockOrder(db: Queries, id: bigint): Promise<Order | undefined> {
  const row = await orderLock.first(db, { id });
  return row && toOrder(row);
}

const orderLocks = new PreparedQuery((db, { ids }: { ids: string }) =>
  db.selectFrom('orders').selectAll().where('id', 'in', jsonIds(db, ids)).orderBy('id').forUpdate(),
);

/** Reads orders and locks them until the end of the transaction, in the order of their ids. */
export async function lockOrders(db: Queries, ids: readonly bigint[]): Promise<Order[]> {
  return ids.length === 0 ? [] : (await orderLocks.all(db, { ids: idsJson(ids) })).map(toOrder);
}

const bondedUpdate = new PreparedQuery((db, { id, bondedIds }: { id: bigint; bondedIds: string }) =>
  db.updateTable('orders').set({ bonded_ids: bondedIds }).where('id', '=', id),
);

/** Records that orders were placed together. Returns them so. */
export async function bindOrders(db: Queries, orders: readonly Order[]): Promise<Order[]> {
  const bound: Order[] = [];
  for (const order of orders) {
    const bondedOrderIds = orders.filter((other) => other !== order).map(({ id }) => id);
    await bondedUpdate.all(db, { id: order.id, bondedIds: idsJson(bondedOrderIds) });
    bound.push({ ...order, bondedOrderIds });
  }
  return bound;
}

const placedOrders = new PreparedQuery(
  (db, page: OrderPage) => orderListQuery(db, page, 'account_id'),
  ['order', 'status'],
);
const receivedOrders = new PreparedQuery(
  (db, page: OrderPage) => orderListQuery(db, page, 'owner_id'),
  ['order', 'status'],
);

/**
 * Returns the orders of a page. The orders that an account placed and the orders for its pets are ranges of two indexes.
 * They are read separately and merged, so that the cost of a page does not depend on its depth.
 */
export function listOrders(db: Queries, page: OrderPage): MaybePromise<Order[]> {
  return andThen(placedOrders.all(db, page), (placed) => {
    if (page.visibleTo === undefined) return placed.map(toOrder);
    return andThen(receivedOrders.all(db, page), (received) => mergePages(page, [...placed, ...received]));
  });
}

/** Returns a page of the orders for the pets of one account. */
export function listReceivedOrders(db: Queries, page: OrderPage): MaybePromise<Order[]> {
  return andThen(receivedOrders.all(db, page), (received) => received.map(toOrder));
}

/** Both lists contain the orders of an account for its own pets. */
function mergePages({ order, limit }: OrderPage, rows: readonly OrderRow[]): Order[] {
  const orders = new Map(rows.map((row) => [row.id, row]));
  const direction = order === 'newest first' ? 1 : -1;
  const sorted = [...orders.values()].sort((a, b) => (a.id < b.id ? direction : -direction));
  return sorted.slice(0, limit).map(toOrder);
}

interface OrderMove {
  readonly id: bigint;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly at: bigint;
  readonly recorded: bigint | null;
}

const orderMove = new PreparedQuery((db, { id, from, to, at, recorded }: OrderMove) =>
  db
    .updateTable('orders')
    .set({ status: to, expires_at: null, updated_at: at, adoption_recorded: recorded })
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll(),
);

/**
 * Changes the status of an order; the caller records the adoption of a completed one. Returns undefined if its status is no longer
 * `order.status`.
 */
export async function moveOrder(
  db: Queries,
  order: Order,
  next: OrderStatus,
  at: number,
): Promise<Order | undefined> {
  const recorded = next === 'completed' ? 1n : null;
  const move = { id: order.id, from: order.status, to: next, at: BigInt(at), recorded };
  const row = await orderMove.first(db, move);
  return row && toOrder(row);
}

const openOrderCount = new PreparedQuery((db, { accountId }: { accountId: bigint }) =>
  db
    .selectFrom('orders')
    .select((columns) => columns.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', 'in', OPEN_ORDER),
);

export function countOpenOrders(db: Queries, accountId: bigint): MaybePromise<number> {
  return andThen(openOrderCount.first(db, { accountId }), (row) => Number(row?.count ?? 0n));
}

const openOrderCountAfter = new PreparedQuery((db, { after, limit }: { after: bigint; limit: number }) => {
  const some = db
    .selectFrom('orders')
    .select('pet_id')
    .where('status', 'in', OPEN_ORDER)
    .where('pet_id', '>', after)
    .orderBy('pet_id')
    .limit(rowLimit(limit));
  return db
    .selectFrom(some.as('some'))
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max<bigint | null>('pet_id').as('last')]);
});

/** Counts up to `limit` open orders for pets above `after`; `last` is the highest pet id, null if there are none. */
export async function countOpenOrdersAfter(
  db: Queries,
  after: bigint,
  limit: number,
): Promise<{ count: number; last: bigint | null }> {
  const { count = 0n, last = null } = (await openOrderCountAfter.first(db, { after, limit })) ?? {};
  return { count: Number(count), last };
}

/** A pet with its owner and its open order, on which permissions depend. */
export interface PetWithOrder extends OwnedPet {
  /** The open order that holds the pet. */
  readonly order: Pick<Order, 'status' | 'accountId' | 'ownerId'> | undefined;
}

/** One statement, so that pets and orders are consistent. */
const petsWithOrders = new PreparedQuery((db, { petIds }: { petIds: readonly bigint[] }) =>
  db
    .selectFrom('pets')
    .leftJoin('orders', (join) =>
      join.onRef('orders.pet_id', '=', 'pets.id').on('orders.status', 'in', OPEN_ORDER),
    )
    .select(PET_COLUMNS.map((column) => `pets.${column}` as const))
    .select(['pets.owner_id', 'orders.status as order_status', 'orders.account_id as placed_by'])
    .select('orders.owner_id as order_owner_id')
    .where('pets.id', 'in', petIds)
    .orderBy('pets.id', 'desc'),
);

/** Returns those of the pets that exist, newest first. */
export function findPetsWithOrders(db: Queries, petIds: readonly bigint[]): MaybePromise<PetWithOrder[]> {
  return andThen(petsWithOrders.all(db, { petIds }), (rows) =>
    rows.map((row) => ({ pet: toPet(row), ownerId: row.owner_id, order: openOrderIn(row) })),
  );
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
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('status', 'in', OPEN_ORDER)
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}

export type OrderRow = Selectable<Tables['orders']>;

export function toOrder(row: OrderRow): Order {
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
    bondedOrderIds: row.bonded_ids === null ? [] : row.bonded_ids.slice(1, -1).split(',').map(BigInt),
  };
}
