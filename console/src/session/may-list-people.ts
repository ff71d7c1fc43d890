import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { isNotAllowed } from '../queries/errors.ts';

/** Whether the service lists persons for someone with this role. */
export function mayListPeople(petstore: Petstore, role: string | undefined) {
  return queryOptions({
    queryKey: ['may list people', role ?? ''],
    queryFn: async ({ signal }) => {
      try {
        await petstore.people.page({ limit: 1 }, { signal });
        return true;
      } catch (error) {
        if (isNotAllowed(error)) return false;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
