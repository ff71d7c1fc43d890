import type { Order, OrderStatus, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { isOpen } from './order-steps.ts';

/** Where the lists of orders are kept, whatever their filters. */
export const ORDER_LISTS = ['orders'] as const;

/** One list of orders, newest first, page after page. */
export function orderList(petstore: Petstore, status: OrderStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...ORDER_LISTS, status ?? ''],
    queryFn: ({ pageParam, signal }): Promise<Page<Order>> =>
      petstore.orders.page({ status, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
}

/** The order that holds an animal, as far as the account may see it; null where there is none. */
export function holdOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: ['hold', String(petId)],
    queryFn: async ({ signal }): Promise<Order | null> => {
      // An animal has one open order at most, and it is the newest.
      const { items } = await petstore.orders.page({ petId, limit: 1 }, { signal });
      return items.find(isOpen) ?? null;
    },
  });
}
