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
