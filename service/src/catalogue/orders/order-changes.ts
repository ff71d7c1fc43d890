import { type Account, mayActOn, mayActOnAll } from '../../access/accounts/account.ts';
import { lockAccount } from '../../access/accounts/account-queries.ts';
import { HOUR } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { EventType } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { accountLock, petLock } from '../../platform/database/locks.ts';
import type { Change } from '../../record/events/event.ts';
import { appendEvents } from '../../record/events/event-queries.ts';
import { lockGroup, lockGroups } from '../pets/bonds/bonded-pets.ts';
import type { DatedChange } from '../pets/movements/dated-change.ts';
import { recordAdoption } from '../pets/movements/status-movements.ts';
import { type Pet, petNotFound } from '../pets/pet.ts';
import { movePet } from '../pets/pet-changes.ts';
import { findOpenOrderId, findOwnedPet, type OwnedPet } from '../pets/pet-queries.ts';
import { dueOrders } from './hold-queries.ts';
import {
  MAX_OPEN_ORDERS,
  type Order,
  type OrderRequest,
  type OrderStatus,
  orderJson,
  PET_STATUS_FOR,
  requestableFrom,
} from './order.ts';
import {
  bindOrders,
  countOpenOrders,
  insertOrder,
  lockOrders,
  moveOrder,
  openOrders,
} from './order-queries.ts';

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
  const chosenMs = newOrder.holdHours === undefined ? holdMs : newOrder.holdHours * HOUR;
  if (chosenMs > holdMs) await refuseLongHold(db, petId, account, holdMs);
  // Serialises the orders of an account, so that concurrent ones cannot exceed the limit. Before the pets, as everywhere.
  if (!mayActOnAll(account)) await lockAccount(db, account.id);
  const { owned, others } = await lockGroup(db, petId);
  if (owned === undefined) throw petNotFound(String(petId));
  await rejectTooManyOrders(db, account, 1 + others.length);
  const order = { accountId: account.id, reference, expiresAt: change.at + chosenMs };
  return holdPets(db, [owned, ...others], order, change);
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
  const { owned, others } = await lockGroup(db, petId);
  if (owned === undefined) throw petNotFound(String(petId));
  const held = { accountId, reference, expiresAt: null };
  const order = await holdPets(db, [owned, ...others], held, change);
  const [approved = order] = await moveWithPets(db, order, 'approved', change);
  return approved;
}

/**
 * Places an order for each of the pets, which are locked, or for none: so each has its own hold. Decides races: of concurrent orders,
 * only one finds the pets available. Returns the order for the first pet, which the client asked for.
 */
async function holdPets(
  db: Queries,
  group: readonly [OwnedPet, ...OwnedPet[]],
  order: Pick<Order, 'accountId' | 'reference' | 'expiresAt'>,
  change: Change,
): Promise<Order> {
  const { at } = change;
  const missing = group.find(({ pet }) => pet.status !== 'available');
  if (missing !== undefined) throw await petNotAvailable(db, group[0].pet, missing.pet);
  const placed: Order[] = [];
  for (const { pet, ownerId } of group) {
    if (!(await movePet(db, pet.id, 'available', PET_STATUS_FOR.placed, change)))
      throw await petNotAvailable(db, group[0].pet, pet);
    const status = 'placed';
    const row = { ...order, petId: pet.id, ownerId, status, placedAt: at, updatedAt: at } as const;
    placed.push(await insertOrder(db, row));
  }
  const orders = placed.length > 1 ? await bindOrders(db, placed) : placed;
  for (const one of orders) await record(db, one, change);
  const [first] = orders;
  if (first === undefined) throw new Error('No order was placed');
  return first;
}

/** Cancels an open order, with those of the pets that its pet goes together with. */
export async function cancelOrder(db: Queries, order: Order, change: Change): Promise<void> {
  await moveWithPets(db, order, 'cancelled', change);
}

/**
 * Changes the status of an order, and that of its pet, with those of the pets that it goes together with. A completed order records the
 * adoption. Does nothing if the order already has the status.
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
  const moved = allowed.includes(next) ? await moveWithPets(db, order, next, change) : [];
  const [first] = moved;
  if (first !== undefined) {
    if (next === 'completed') for (const one of moved) await recordAdoption(db, one.petId, one.id, change);
    return first;
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
    await moveWithPets(db, order, 'expired', { actor: null, at: order.expiresAt ?? now });
  }
  return due.length;
}

/** Cancels up to `limit` open orders of all accounts; returns their number. */
export async function cancelOpenOrders(db: Queries, limit: number, change: Change): Promise<number> {
  const open = await openOrders(db, limit);
  await lockPetsOf(db, open);
  for (const order of open) await moveWithPets(db, order, 'cancelled', change);
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

/**
 * Changes the status of an order and of its pet, and of those that were placed with it, whose pets are locked. Returns the changed orders,
 * this one first; none if the order has changed in the meantime.
 */
async function moveWithPets(db: Queries, order: Order, next: OrderStatus, change: Change): Promise<Order[]> {
  const moved = await moveWithPet(db, order, next, change);
  if (moved === undefined) return [];
  const all = [moved];
  for (const other of await lockOrders(db, moved.bondedOrderIds)) {
    // It had the status of this one.
    const bonded = await moveWithPet(db, { ...other, status: order.status }, next, change);
    if (bonded !== undefined) all.push(bonded);
  }
  return all;
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

/** Every transaction locks pets before their orders, so that they cannot deadlock. While orders hold them, a group does not change. */
async function lockPetsOf(db: Queries, orders: readonly Order[]): Promise<void> {
  await lockGroups(
    db,
    orders.map(({ petId }) => petId),
  );
}

async function record(db: Queries, order: Order, { actor, at }: Change): Promise<void> {
  const type: EventType = `order.${order.status}`;
  const audience = { placedBy: order.accountId, ownerId: order.ownerId };
  await appendEvents(db, [{ type, at, actor, petId: order.petId, body: orderJson(order), audience }]);
}

/** @param number of the orders that shall be placed. */
async function rejectTooManyOrders(db: Queries, account: Account, number: number): Promise<void> {
  if (mayActOnAll(account)) return;
  if ((await countOpenOrders(db, account.id)) + number <= MAX_OPEN_ORDERS) return;
  throw new ApiError(
    'too_many_open_orders',
    `The account has ${MAX_OPEN_ORDERS} open orders, the maximum. Complete or cancel one first.`,
  );
}

/** Only who may change a pet may hold it for longer than `holdMs`. */
async function refuseLongHold(db: Queries, petId: bigint, account: Account, holdMs: number): Promise<void> {
  const owned = await findOwnedPet(db, petId);
  if (owned === undefined || mayActOn(account, owned.ownerId)) return;
  throw new ApiError(
    'not_owner',
    `Only the account that added pet ${petId} or a manager can hold it for longer than ${holdMs / HOUR} hours: leave out holdHours.`,
  );
}

/** @param asked the pet of the request, which goes together with `pet` if that is another one. */
async function petNotAvailable(db: Queries, asked: Pet, pet: Pet): Promise<ApiError> {
  const isHeld = (await findOpenOrderId(db, pet.id)) !== undefined;
  const reason = {
    none: 'it has no status',
    available: 'another order came first',
    pending: isHeld ? 'another order holds it' : 'its shelter has set it to pending',
    sold: 'it is sold',
  }[pet.status ?? 'none'];
  const which = asked.id === pet.id ? '' : `pet ${asked.id} goes together with it, and `;
  return new ApiError('pet_not_available', `Pet ${pet.id} cannot be ordered now: ${which}${reason}.`);
}
