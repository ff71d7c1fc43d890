import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { WAITING_COUNT } from './application-keys.ts';

/** Beyond this the number is not exact: only that many wait is known. */
const MAX_COUNTED = 9;

/** How many applications wait for an answer of the shelter. */
export function waitingCount(petstore: Petstore) {
  return queryOptions({
    queryKey: WAITING_COUNT,
    queryFn: async ({ signal }) => {
      const { items } = await petstore.applications.page(
        { waiting: 'true', limit: MAX_COUNTED + 1 },
        { signal },
      );
      return { count: Math.min(items.length, MAX_COUNTED), more: items.length > MAX_COUNTED };
    },
    // The feed reports changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
