import type { Order, OrderStatus } from '@petstore/client';
import { useObservable } from '../observable.ts';
import { prependToList } from '../queries/list-pages.ts';
import { ORDER_LISTS, orderList } from '../queries/order-queries.ts';
import { useSession } from '../session/use-session.ts';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import { TEXTS } from './orders-texts.ts';

interface NewOrdersProps {
  status: OrderStatus | undefined;
  shown: readonly Order[];
}

/** Announces orders that others have placed and that match the filter. */
export function NewOrders({ status, shown }: NewOrdersProps) {
  const { petstore, queries, pendingUpdates } = useSession();
  const { orders } = useObservable(pendingUpdates);
  const ids = new Set(shown.map(({ id }) => id));
  const added = orders.filter((order) => !ids.has(order.id) && (status ?? order.status) === order.status);
  const show = () => {
    prependToList(queries, orderList(petstore, status).queryKey, added);
    const pending = pendingUpdates.get();
    pendingUpdates.set({ ...pending, orders: pending.orders.filter((order) => !added.includes(order)) });
    // These orders are no longer pending, so other lists must be read again when they are shown.
    queries.invalidateQueries({ queryKey: ORDER_LISTS, refetchType: 'none' });
  };
  const text = TEXTS.newOrders(added.length);
  return <PendingUpdatesBar count={added.length} text={text} onShow={show} />;
}
