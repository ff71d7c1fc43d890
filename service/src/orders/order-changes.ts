import { type Account, mayActOn, mayActOnAll } from '../accounts/account.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import { HOUR } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import type { EventType } from '../database/column-values.ts';
import type { Queries } from '../database/database.ts';
import { accountLock, lockPets, petLock } from '../database/locks.ts';
import type { Change } from '../events/event.ts';
import { appendEvents } from '../events/event-queries.ts';
import type { DatedChange } from '../pets/movements/dated-change.ts';
import { recordAdoption } from '../pets/movements/status-movements.ts';
import { type Pet, petNotFound } from '../pets/pet.ts';
import { movePet } from '../pets/pet-changes.ts';
import { findOpenOrderId, lockPet, type OwnedPet } from '../pets/pet-queries.ts';
import {
  MAX_OPEN_ORDERS,
  type Order,
  type OrderRequest,
  type OrderStatus,
  orderJson,
  PET_STATUS_FOR,
  requestableFrom,
} from './order.ts';
import { countOpenOrders, dueOrders, insertOrder, moveOrder, openOrders } from './order-queries.ts';

// Every function changes orders and their pets, and appends the events. Call them in a transaction.

/** Returns the locks that `placeOrder` takes, for `WriteOptions`. */
export function orderLocks(account: Account, petId: bigint): string[] {
  return mayActOnAll(account) ? [petLock(petId)] : [accountLock(account.id), petLock(petId)];
}

export async function placeOrder(
  db: Queries,
  { account, newOrder, holdMs }: { account: Account; newOrder: OrderRequest; holdMs: number },
  change: Change,
): Promise<Order> {
  const { petId, reference = null } = newOrder;
  await rejectTooManyOrders(db, account);
  const owned = await lockPet(db, petId);
  if (owned === undefined) throw petNotFound(String(petId));
  const chosenMs = newOrder.holdHours === undefined ? holdMs : newOrder.holdHours * HOUR;
  if (chosenMs > holdMs && !mayActOn(account, owned.ownerId)) throw tooLongHold(petId, holdMs);
  return holdPet(db, owned, { accountId: account.id, reference, expiresAt: change.at + chosenMs }, change);
}

/**
 * Places an order for a pet and approves it, so that it does not expire: for an application that the owner of the pet accepted.
 * An account may have any number of them.
 *
 * @throws {ApiError} `pet_not_found` or `pet_not_available`.
 */
export async function placeApprovedOrder(
  db: Queries,
  { accountId, petId, reference }: { accountId: bigint; petId: bigint; reference: string },
  change: Change,
): Promise<Order> {
  const owned = await lockPet(db, petId);
  if (owned === undefined) throw petNotFound(String(petId));
  const order = await holdPet(db, owned, { accountId, reference, expiresAt: null }, change);
  return (await moveWithPet(db, order, 'approved', change)) ?? order;
}

/** Decides races: of concurrent orders, only one finds the pet available. */
async function holdPet(
  db: Queries,
  { pet, ownerId }: OwnedPet,
  order: Pick<Order, 'accountId' | 'reference' | 'expiresAt'>,
  change: Change,
): Promise<Order> {
  if (!(await movePet(db, pet.id, 'available', PET_STATUS_FOR.placed, change))) {
    throw await petNotAvailable(db, pet);
  }
  const { at } = change;
  const placed = await insertOrder(db, {
    ...order,
    petId: pet.id,
    ownerId,
    status: 'placed',
    placedAt: at,
    updatedAt: at,
  });
  await record(db, placed, change);
  return placed;
}

/** Cancels an open order. */
export async function cancelOrder(db: Queries, order: Order, change: Change): Promise<void> {
  await moveWithPet(db, order, 'cancelled', change);
}

/**
 * Changes the status of an order, and that of its pet. A completed order records the adoption. Does nothing if the order already has
 * the status.
 *
 * @throws {ApiError} `invalid_transition`.
 */
export async function changeOrder(
  db: Queries,
  order: Order,
  next: OrderStatus,
  change: DatedChange,
): Promise<Order> {
  const { id, status } = order;
  if (next === status) return order;
  const allowed = requestableFrom(status);
  const moved = allowed.includes(next) ? await moveWithPet(db, order, next, change) : undefined;
  if (moved !== undefined) {
    if (next === 'completed') await recordAdoption(db, order.petId, id, change);
    return moved;
  }
  const article = status === 'expired' ? 'an' : 'a';
  const reason =
    allowed.length > 0 ? `; allowed: ${allowed.join(', ')}` : `: ${article} ${status} order is final`;
  throw new ApiError('invalid_transition', `Order ${id} is ${status} and cannot change to ${next}${reason}.`);
}

/** Expires up to `limit` orders whose hold has ended, each at its `expiresAt`; returns their number. */
export async function expireOrders(db: Queries, now: number, limit: number): Promise<number> {
  const due = await dueOrders(db, now, limit);
  await lockPetsOf(db, due);
  for (const order of due) {
    await moveWithPet(db, order, 'expired', { actor: null, at: order.expiresAt ?? now });
  }
  return due.length;
}

/** Cancels up to `limit` open orders of all accounts; returns their number. */
export async function cancelOpenOrders(db: Queries, limit: number, change: Change): Promise<number> {
  const open = await openOrders(db, limit);
  await lockPetsOf(db, open);
  for (const order of open) await moveWithPet(db, order, 'cancelled', change);
  return open.length;
}

/** The account that placed an order can cancel it. The owner of the pet and managers can set every status. */
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

/** Changes the status of an order and of its pet. Returns undefined if the order has changed in the meantime. */
async function moveWithPet(
  db: Queries,
  order: Order,
  next: OrderStatus,
  change: Change,
): Promise<Order | undefined> {
  const moved = await moveOrder(db, order, next, change.at);
  if (moved === undefined) return undefined;
  await record(db, moved, change);
  const petStatus = PET_STATUS_FOR[next];
  // Not `order.petId`: its pet may have been merged into another one while this transaction waited for its turn.
  if (petStatus !== 'pending') await movePet(db, moved.petId, 'pending', petStatus, change);
  return moved;
}

/** Every transaction locks pets before their orders, so that they cannot deadlock. */
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

async function rejectTooManyOrders(db: Queries, account: Account): Promise<void> {
  if (mayActOnAll(account)) return;
  // Serialises the orders of an account, so that concurrent ones cannot exceed the limit.
  await lockAccount(db, account.id);
  if ((await countOpenOrders(db, account.id)) < MAX_OPEN_ORDERS) return;
  throw new ApiError(
    'too_many_open_orders',
    `The account has ${MAX_OPEN_ORDERS} open orders, the maximum. Complete or cancel one first.`,
  );
}

function tooLongHold(petId: bigint, holdMs: number): ApiError {
  return new ApiError(
    'not_owner',
    `Only the account that added pet ${petId} or a manager can hold it for longer than ${holdMs / HOUR} hours: leave out holdHours.`,
  );
}

async function petNotAvailable(db: Queries, pet: Pet): Promise<ApiError> {
  const isHeld = (await findOpenOrderId(db, pet.id)) !== undefined;
  const reason = {
    none: 'it has no status',
    available: 'another order came first',
    pending: isHeld ? 'another order holds it' : 'its shelter has set it to pending',
    sold: 'it is sold',
  }[pet.status ?? 'none'];
  return new ApiError('pet_not_available', `Pet ${pet.id} cannot be ordered now: ${reason}.`);
}
