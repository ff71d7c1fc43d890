import { type Account, mayActOn, mayActOnAll } from '../accounts/account.ts';
import { lockAccount } from '../accounts/account-store.ts';
import { ApiError } from '../core/errors.ts';
import type { EventType } from '../database/column-values.ts';
import type { Queries } from '../database/database.ts';
import { appendEvents } from '../events/event-store.ts';
import type { Pet } from '../pets/pet.ts';
import { type Change, movePet } from '../pets/pet-changes.ts';
import { petNotFound } from '../pets/pet-errors.ts';
import { findOpenOrderId, lockPet, lockPets } from '../pets/pet-store.ts';
import {
  MAX_OPEN_ORDERS,
  type NewOrder,
  type Order,
  type OrderStatus,
  orderJson,
  PET_STATUS_FOR,
  requestableFrom,
} from './order.ts';
import { countOpenOrders, dueOrders, insertOrder, moveOrder, openOrders } from './order-store.ts';

/** Places an order and makes its pet pending. Call it, like the others here, in a transaction. */
export async function placeOrder(
  db: Queries,
  { account, wanted, holdMs }: { account: Account; wanted: NewOrder; holdMs: number },
  change: Change,
): Promise<Order> {
  await refuseTooMany(db, account);
  const owned = await lockPet(db, wanted.petId);
  if (owned === undefined) throw petNotFound(String(wanted.petId));
  // The guard that decides a race: of many at once only one finds the pet available.
  if (!(await movePet(db, wanted.petId, 'available', PET_STATUS_FOR.placed, change))) {
    throw await petNotAvailable(db, owned.pet);
  }
  const order = await insertOrder(db, {
    petId: wanted.petId,
    accountId: account.id,
    ownerId: owned.ownerId,
    status: 'placed',
    reference: wanted.reference ?? null,
    placedAt: change.at,
    expiresAt: change.at + holdMs,
    updatedAt: change.at,
  });
  await record(db, order, change);
  return order;
}

/** Moves an order on as it was asked for, and its pet with it. What is there already is no change. */
export async function changeOrder(
  db: Queries,
  order: Order,
  next: OrderStatus,
  change: Change,
): Promise<Order> {
  if (next === order.status) return order;
  const moved = requestableFrom(order.status).includes(next)
    ? await moveOn(db, order, next, change)
    : undefined;
  if (moved !== undefined) return moved;
  const allowed = requestableFrom(order.status).join(', ') || 'nothing: it has ended';
  throw new ApiError(
    'invalid_transition',
    `Order ${order.id} is ${order.status} and cannot become ${next}. Allowed is ${allowed}.`,
  );
}

/** Expires up to `most` orders whose hold has ended, each at the moment when it ended; returns how many there were. */
export async function expireOrders(db: Queries, now: number, most: number): Promise<number> {
  const due = await dueOrders(db, now, most);
  await lockPetsOf(db, due);
  for (const order of due) {
    await moveOn(db, order, 'expired', { actor: null, at: order.expiresAt ?? now });
  }
  return due.length;
}

/** Cancels up to `most` of the open orders, whoever's they are; returns how many. */
export async function cancelOpenOrders(db: Queries, most: number, change: Change): Promise<number> {
  const open = await openOrders(db, most);
  await lockPetsOf(db, open);
  for (const order of open) await moveOn(db, order, 'cancelled', change);
  return open.length;
}

/** Who may ask for which status: the one who placed the order may cancel it, the pet's owner and managers may do all. */
export function mayChangeOrder(
  account: Account,
  order: Pick<Order, 'status' | 'accountId' | 'ownerId'>,
  next: OrderStatus,
): boolean {
  if (mayActOn(account, order.ownerId)) return true;
  return account.id === order.accountId && (next === 'cancelled' || next === order.status);
}

export function maySeeOrder(account: Account, order: Order): boolean {
  return mayActOn(account, order.ownerId) || account.id === order.accountId;
}

async function moveOn(
  db: Queries,
  order: Order,
  next: OrderStatus,
  change: Change,
): Promise<Order | undefined> {
  const moved = await moveOrder(db, order, next, change.at);
  if (moved === undefined) return undefined;
  await record(db, moved, change);
  const petStatus = PET_STATUS_FOR[next];
  if (petStatus !== 'pending') await movePet(db, order.petId, 'pending', petStatus, change);
  return moved;
}

/** Pets are locked before their orders, here as everywhere, so that no two transactions wait for each other. */
function lockPetsOf(db: Queries, orders: readonly Order[]): Promise<void> {
  return lockPets(
    db,
    orders.map(({ petId }) => petId),
  );
}

async function record(db: Queries, order: Order, { actor, at }: Change): Promise<void> {
  const type: EventType = `order.${order.status}`;
  const audience = { placedBy: order.accountId, ownerId: order.ownerId };
  await appendEvents(db, [{ type, at, actor, petId: order.petId, body: orderJson(order), audience }]);
}

async function refuseTooMany(db: Queries, account: Account): Promise<void> {
  if (mayActOnAll(account)) return;
  // Whoever counts its open orders, in order to add one, does so alone.
  await lockAccount(db, account.id);
  if ((await countOpenOrders(db, account.id)) < MAX_OPEN_ORDERS) return;
  throw new ApiError(
    'too_many_open_orders',
    `The account has ${MAX_OPEN_ORDERS} open orders, which is as many as it may have. Complete or cancel one first.`,
  );
}

async function petNotAvailable(db: Queries, pet: Pet): Promise<ApiError> {
  const held = (await findOpenOrderId(db, pet.id)) !== undefined;
  const why = {
    none: 'it has no status',
    available: 'another order came first',
    pending: held ? 'another order holds it' : 'its shelter has set it to pending',
    sold: 'it is sold',
  }[pet.status ?? 'none'];
  return new ApiError('pet_not_available', `Pet ${pet.id} cannot be ordered now: ${why}.`);
}
