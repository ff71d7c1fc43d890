import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';

/** The key of the query for the page Today. */
export const SUMMARY = ['summary'] as const;

/** What needs attention, in one request. The feed makes it stale. */
export function summaryOf(petstore: Petstore) {
  return queryOptions({
    queryKey: SUMMARY,
    queryFn: ({ signal }) => petstore.summary({ signal }),
  });
}

/** The number of available animals, for a summary that stops counting. Its key begins with that of the summary, so that it becomes stale with it. */
export function availableTotal(petstore: Petstore) {
  return queryOptions({
    queryKey: [...SUMMARY, 'available'],
    queryFn: async ({ signal }) => {
      const page = await petstore.pets.page({ status: 'available', limit: 1 }, { total: true, signal });
      return page.total ?? null;
    },
  });
}
