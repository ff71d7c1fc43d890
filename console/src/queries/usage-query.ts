import type { Petstore, Usage } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { PERMISSIONS } from './permission-queries.ts';

/** The key of the query for the usage and the role. */
export const USAGE = ['usage'] as const;

/** The usage of the account, and its role. A new role has other permissions, which are read again. */
export function usageOf(petstore: Petstore) {
  return queryOptions({
    queryKey: USAGE,
    queryFn: async ({ client, queryKey, signal }) => {
      const usage = await petstore.usage({ signal });
      const before = client.getQueryData<Usage>(queryKey);
      if (before !== undefined && before.role !== usage.role) {
        client.invalidateQueries({ queryKey: PERMISSIONS });
      }
      return usage;
    },
  });
}
