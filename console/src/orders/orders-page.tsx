import type { Order, OrderStatus } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApplicationTabs } from '../applications/application-tabs.tsx';
import { cachedAnimals } from '../queries/cached-animals.ts';
import { itemsOf } from '../queries/list-pages.ts';
import { orderList } from '../queries/order-queries.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { useMayManage, useSession } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { NewOrders } from './new-orders.tsx';
import { OrderFilter } from './order-filter.tsx';
import { OrderRow } from './order-row.tsx';
import { TEXTS } from './orders-texts.ts';
import './orders.css';

/** The orders that the account may see, newest first. */
export function OrdersPage({ status }: { status: OrderStatus | undefined }) {
  return (
    <Page title={PAGE_NAMES.orders}>
      <ApplicationTabs current="orders" />
      <OrderFilter status={status} />
      <Orders key={status ?? ''} status={status} />
    </Page>
  );
}

function Orders({ status }: { status: OrderStatus | undefined }) {
  const { petstore } = useSession();
  const mayManage = useMayManage();
  const list = useInfiniteQuery(orderList(petstore, status));
  const orders = list.data === undefined ? [] : itemsOf<Order>(list.data);
  return (
    <>
      <NewOrders status={status} shown={orders} />
      <ListState
        isLoading={list.isPending}
        error={list.error}
        isEmpty={orders.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={8} className="orders" />}
        empty={<EmptyList status={status} mayManage={mayManage} />}
      >
        <ul className="orders" aria-label={PAGE_NAMES.orders}>
          {list.data?.pages.map(({ items }) => (
            // New orders are added in front, so the last one identifies the page.
            <OrderRows key={String(items.at(-1)?.id)} orders={items} />
          ))}
        </ul>
        <More list={list} isLoading={list.isFetchingNextPage} end={TEXTS.end} />
      </ListState>
    </>
  );
}

/** The orders of one page of the list. One request reads the names of their animals and the permissions. */
function OrderRows({ orders }: { orders: readonly Order[] }) {
  const { queries } = useSession();
  const known = useMemo(() => cachedAnimals(queries), [queries]);
  const petIds = [...new Set(orders.map(({ petId }) => petId))];
  const { permissions, isComplete } = usePermissions(petIds);
  return orders.map((order) => {
    const permitted = permissions.get(order.petId);
    return (
      <OrderRow
        key={String(order.id)}
        order={order}
        animalName={permitted?.pet.name ?? known.get(order.petId)?.name}
        isRemoved={isComplete && permitted === undefined}
        allowed={permitted?.allowedOrderStatuses}
      />
    );
  });
}

function EmptyList({ status, mayManage }: { status: OrderStatus | undefined; mayManage: boolean }) {
  if (status !== undefined) return <p>{TEXTS.noneWith(status)}</p>;
  return (
    <p>
      {TEXTS.none} {mayManage && TEXTS.placeOne}
    </p>
  );
}
