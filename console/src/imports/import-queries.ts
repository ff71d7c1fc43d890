import type { Import, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** The start of the keys of the lists of imports. */
export const IMPORTS = ['imports'] as const;

const POLL_MS = 500;

/** One import, which is read again until it has ended. */
export function importOf(petstore: Petstore, id: bigint) {
  return queryOptions({
    queryKey: ['import', String(id)],
    queryFn: ({ signal }) => petstore.imports.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data) ? false : POLL_MS),
  });
}

/** The imports of the last days, newest first. */
export function importList(petstore: Petstore) {
  return infiniteQueryOptions({
    queryKey: [...IMPORTS],
    queryFn: ({ pageParam, signal }): Promise<Page<Import>> =>
      petstore.imports.page({ limit: 20, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Returns true if an import does not change by itself any more. */
export function hasEnded({ state }: Import): boolean {
  return state === 'done' || state === 'failed' || state === 'preview' || state === 'cancelled';
}
