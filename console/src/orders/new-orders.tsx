import type { Order, OrderStatus } from '@petstore/client';
import { prependToList } from '../feed/pages.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import { ORDER_LISTS, orderList } from './order-queries.ts';

interface NewOrdersProps {
  status: OrderStatus | undefined;
  shown: readonly Order[];
}

/** Orders that were placed meanwhile and that belong into this list. */
export function NewOrders({ status, shown }: NewOrdersProps) {
  const { petstore, queries, news } = useSession();
  const { orders } = useStore(news);
  const ids = new Set(shown.map(({ id }) => id));
  const added = orders.filter((order) => !ids.has(order.id) && (status ?? order.status) === order.status);
  const show = () => {
    prependToList(queries, orderList(petstore, status).queryKey, added);
    const known = news.get();
    news.set({ ...known, orders: known.orders.filter((order) => !added.includes(order)) });
    // The other lists are read again when they are shown: nothing tells them of these any more.
    queries.invalidateQueries({ queryKey: ORDER_LISTS, refetchType: 'none' });
  };
  const text = added.length === 1 ? '1 new order' : `${added.length} new orders`;
  return <PendingUpdatesBar count={added.length} text={text} onShow={show} />;
}
