import type { Page, Petstore, RemovedPet } from '@petstore/client';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** The removed animals, the last one first, page by page. Read again whenever the page is opened. */
export function binList(petstore: Petstore) {
  return infiniteQueryOptions({
    queryKey: ['bin'],
    queryFn: ({ pageParam, signal }): Promise<Page<RemovedPet>> =>
      petstore.bin.page({ limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
