import { cancelOrder } from '../../catalogue/orders/order-changes.ts';
import { lockOrder } from '../../catalogue/orders/order-queries.ts';
import type { Queries } from '../../platform/database/database.ts';
import { isOpenOrder } from '../../platform/database/open-orders.ts';
import type { Change } from '../../record/events/event.ts';
import type { Application, ApplicationSummary } from './application.ts';
import type { ReachedState } from './store/history-queries.ts';
import { reachState } from './transitions.ts';

/** Lets an application leave its state, with the order of its acceptance. It must be locked. */
export async function leave<A extends ApplicationSummary>(
  db: Queries,
  application: A,
  reached: ReachedState,
  change: Change,
): Promise<A> {
  const left = await reachState(db, application, reached, change, { orderId: undefined });
  // Afterwards, so that the end of the order changes this application no further.
  await endAcceptance(db, application, change);
  return left;
}

/** Cancels the order of an accepted application, if it is open. */
async function endAcceptance(
  db: Queries,
  { state, orderId }: Pick<Application, 'state' | 'orderId'>,
  change: Change,
): Promise<void> {
  if (state !== 'accepted' || orderId === undefined) return;
  const order = await lockOrder(db, orderId);
  if (order !== undefined && isOpenOrder(order.status)) await cancelOrder(db, order, change);
}
