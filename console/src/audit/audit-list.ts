import type { AuditEntry, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** Who changed what, newest first, page by page. Read again whenever the page is opened. */
export function auditList(petstore: Petstore) {
  return infiniteQueryOptions({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }): Promise<Page<AuditEntry>> =>
      petstore.audit.page({ limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
