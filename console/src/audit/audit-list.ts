import type { AuditEntry, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditFilters } from '../route.ts';

/** Who changed what, newest first, page by page. Read again whenever the page is opened. */
export function auditList(petstore: Petstore, { animal, account, key, day }: AuditFilters) {
  const filters = { petId: animal, accountId: account, keyId: key, day };
  return infiniteQueryOptions({
    queryKey: ['audit', ...[animal, account, key, day].map((value) => String(value ?? ''))],
    queryFn: ({ pageParam, signal }): Promise<Page<AuditEntry>> =>
      petstore.audit.page({ ...filters, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
