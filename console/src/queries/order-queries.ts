import type { Order, OrderStatus, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** The start of the keys of all lists of orders. */
export const ORDER_LISTS = ['orders'] as const;

/** One list of orders, newest first, page by page. */
export function orderList(petstore: Petstore, status: OrderStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...ORDER_LISTS, status ?? ''],
    queryFn: ({ pageParam, signal }): Promise<Page<Order>> =>
      petstore.orders.page({ status, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
}

/** The key of the order that holds an animal. */
export function holdKey(petId: bigint) {
  return ['hold', String(petId)] as const;
}

/** The order that holds an animal; null if there is none or the account may not see it. */
export function holdOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: holdKey(petId),
    queryFn: async ({ signal }): Promise<Order | null> => {
      // An animal has at most one open order, and it is the newest.
      const { items } = await petstore.orders.page({ petId, limit: 1 }, { signal });
      return items.find(isOpen) ?? null;
    },
  });
}

/** Whether the order holds its animal. */
export function isOpen({ status }: Pick<Order, 'status'>): boolean {
  return status === 'placed' || status === 'approved';
}
