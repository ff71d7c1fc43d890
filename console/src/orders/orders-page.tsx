import type { Order, OrderStatus } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePermissions } from '../animals/changes/permissions.ts';
import { itemsOf } from '../feed/pages.ts';
import { useMayWrite, useSession } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { knownAnimals } from './known-animals.ts';
import { NewOrders } from './new-orders.tsx';
import { OrderFilter } from './order-filter.tsx';
import { orderList } from './order-queries.ts';
import { OrderRow } from './order-row.tsx';
import './orders.css';

/** The orders that the account may see, newest first, and what can be done with each. */
export function OrdersPage({ status }: { status: OrderStatus | undefined }) {
  return (
    <Page title="Orders">
      <OrderFilter status={status} />
      <Orders key={status ?? ''} status={status} />
    </Page>
  );
}

function Orders({ status }: { status: OrderStatus | undefined }) {
  const { petstore } = useSession();
  const mayAct = useMayWrite();
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
        empty={<Nothing status={status} mayAct={mayAct} />}
      >
        <ul className="orders" aria-label="Orders">
          {list.data?.pages.map(({ items }) => (
            // New orders come before the others, so the last one stays.
            <OrderRows key={String(items.at(-1)?.id)} orders={items} />
          ))}
        </ul>
        <More
          list={list}
          isLoading={list.isFetchingNextPage}
          end={status === undefined ? 'These are all orders.' : `These are all ${status} orders.`}
        />
      </ListState>
    </>
  );
}

/** The orders of one page of the list. One request says the names of their animals and what the account may do. */
function OrderRows({ orders }: { orders: readonly Order[] }) {
  const { queries } = useSession();
  const known = useMemo(() => knownAnimals(queries), [queries]);
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

function Nothing({ status, mayAct }: { status: OrderStatus | undefined; mayAct: boolean }) {
  if (status !== undefined) return <p>No order is {status}.</p>;
  return <p>No orders yet.{mayAct && ' Place a hold on an animal, and its order appears here.'}</p>;
}
