import type { Event, Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../queries/animal-queries.ts';
import { isEventsExpired } from '../../queries/errors.ts';

/** The events of one animal and its orders that were read so far. */
export interface AnimalHistory {
  /** Oldest first. */
  events: readonly Event[];
  /** The position after the last event that was read. */
  next: bigint | undefined;
  /** True if the last request found the end of the events. */
  isComplete: boolean;
}

const EMPTY: AnimalHistory = { events: [], next: undefined, isComplete: false };
/** The maximum number of requests before the user has to ask for more events. */
const MAX_PAGES = 5;
const PAGE_SIZE = 100;

/** The history of an animal. A refetch reads only the events after the known ones, which never change. */
export function historyOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: historyKey(petId),
    queryFn: async ({ client, queryKey, signal }): Promise<AnimalHistory> => {
      const known = client.getQueryData<AnimalHistory>(queryKey) ?? EMPTY;
      try {
        return await readAfter(petstore, petId, known, signal);
      } catch (error) {
        if (known === EMPTY || !isEventsExpired(error)) throw error;
        return await readAfter(petstore, petId, EMPTY, signal);
      }
    },
  });
}

async function readAfter(
  petstore: Petstore,
  petId: bigint,
  { events, next }: AnimalHistory,
  signal: AbortSignal,
): Promise<AnimalHistory> {
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await petstore.events.page({ petId, after: next, limit: PAGE_SIZE }, { signal });
    events = [...events, ...page.items];
    next = page.next;
    // Each request searches the feed to its end, so only the last page is not full.
    if (page.items.length < PAGE_SIZE) return { events, next, isComplete: true };
  }
  return { events, next, isComplete: false };
}
