import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { PROGRAMS } from '../program-queries.ts';

/** The number of messages that are shown. */
const SHOWN = 20;

export function webhookList(petstore: Petstore) {
  return queryOptions({
    queryKey: [...PROGRAMS, 'webhooks'],
    queryFn: ({ signal }) => petstore.webhooks.list({ signal }),
    staleTime: 0,
  });
}

/** The last messages of a webhook, newest first. */
export function deliveryList(petstore: Petstore, webhookId: bigint) {
  return queryOptions({
    queryKey: [...PROGRAMS, 'deliveries', String(webhookId)],
    queryFn: async ({ signal }) =>
      (await petstore.webhooks.deliveriesOf(webhookId).page({ limit: SHOWN }, { signal })).items,
    staleTime: 0,
  });
}
