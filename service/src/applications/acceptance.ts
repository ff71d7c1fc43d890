import type { Account } from '../accounts/account.ts';
import type { Queries } from '../database/database.ts';
import { isOpenOrder } from '../database/open-orders.ts';
import type { Change } from '../events/event.ts';
import type { Order } from '../orders/order.ts';
import { cancelOrder, placeApprovedOrder } from '../orders/order-changes.ts';
import { lockOrder } from '../orders/order-queries.ts';
import type { Application } from './application.ts';

/**
 * Places the order of an accepted application and approves it, so that it does not expire. The animal must be locked.
 *
 * @throws {ApiError} `pet_not_available`.
 */
export function placeOrderOf(
  db: Queries,
  { id }: Pick<Application, 'id'>,
  petId: bigint,
  account: Pick<Account, 'id'>,
  change: Change,
): Promise<Order> {
  return placeApprovedOrder(db, { accountId: account.id, petId, reference: `application:${id}` }, change);
}

/** Cancels the order of an accepted application, if it is open. */
export async function endAcceptance(
  db: Queries,
  { state, orderId }: Pick<Application, 'state' | 'orderId'>,
  change: Change,
): Promise<void> {
  if (state !== 'accepted' || orderId === undefined) return;
  const order = await lockOrder(db, orderId);
  if (order !== undefined && isOpenOrder(order.status)) await cancelOrder(db, order, change);
}
