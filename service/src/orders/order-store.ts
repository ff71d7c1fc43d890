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

/** The order as it stays until this transaction ends, unless the transaction itself changes it. */
export async function lockOrder(db: Queries, id: bigint): Promise<Order | undefined> {
  const row = await selectOrders(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toOrder(row);
}

/**
 * The orders of a page. Those an account placed and those for its pets are two ranges of two indexes, read one after
 * the other and merged, so that a page costs the same at any depth.
 */
export async function listOrders(db: Queries, page: OrderPage): Promise<Order[]> {
  const placed = await orderListQuery(db, page, 'account_id').execute();
  if (page.concerning === undefined) return placed.map(toOrder);
  const received = await orderListQuery(db, page, 'owner_id').execute();
  // An order for a pet of one's own is in both.
  const orders = new Map([...placed, ...received].map((row) => [row.id, toOrder(row)]));
  const direction = page.order === 'newest first' ? 1 : -1;
  const sorted = [...orders.values()].sort((one, other) => (one.id < other.id ? direction : -direction));
  return sorted.slice(0, page.limit);
}

function selectOrders(db: Queries) {
  return db.selectFrom('orders').selectAll();
}

/** Moves an order on, if it still has the status it is thought to have; undefined if not. */
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

/** Counts up to `most` open orders of pets whose ids are above `after`; `last` is the highest pet, null if there is none. */
export async function countOpenOrdersAfter(
  db: Queries,
  after: bigint,
  most: number,
): Promise<{ count: number; last: bigint | null }> {
  const some = db
    .selectFrom('orders')
    .select('pet_id')
    .where('status', 'in', OPEN_ORDER)
    .where('pet_id', '>', after)
    .orderBy('pet_id')
    .limit(most);
  const { count, last } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max<bigint | null>('pet_id').as('last')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), last };
}

/** A pet with what decides who may do what with it. */
export interface PetWithOrder extends OwnedPet {
  /** The open order that holds the pet. */
  readonly order: Pick<Order, 'status' | 'accountId' | 'ownerId'> | undefined;
}

/** The pets that exist, newest first. One statement, so that a pet and its order are of the same moment. */
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

export async function openOrders(db: Queries, most: number): Promise<Order[]> {
  const rows = await selectOrders(db).where('status', 'in', OPEN_ORDER).limit(most).execute();
  return rows.map(toOrder);
}

/** Up to `most` of the placed orders whose hold ended at `now` or before, in the order in which they ended. */
export async function dueOrders(db: Queries, now: number, most: number): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('expires_at', '<=', BigInt(now))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(toOrder);
}

/** When the next hold ends; undefined if nothing is held by a placed order. */
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
