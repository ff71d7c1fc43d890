import type { Event, Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { isExpired } from '../../session/failures.ts';

/** What the feed keeps of one animal and its orders, as far as it was read. */
export interface AnimalHistory {
  /** Oldest first. */
  events: readonly Event[];
  /** Where to read on. */
  next: bigint | undefined;
  /** Whether there was no more. */
  isWhole: boolean;
}

const NOTHING_READ: AnimalHistory = { events: [], next: undefined, isWhole: false };
/** So many requests at most, before the reader asks for more. */
const PARTS_AT_ONCE = 5;
const PART = 100;

/** An animal's history. To ask again is to read on: what was read once does not change. */
export function historyOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: ['history', String(petId)],
    queryFn: async ({ client, queryKey, signal }): Promise<AnimalHistory> => {
      const known = client.getQueryData<AnimalHistory>(queryKey) ?? NOTHING_READ;
      try {
        return await readOn(petstore, petId, known, signal);
      } catch (error) {
        if (known === NOTHING_READ || !isExpired(error)) throw error;
        return await readOn(petstore, petId, NOTHING_READ, signal);
      }
    },
  });
}

async function readOn(
  petstore: Petstore,
  petId: bigint,
  { events, next }: AnimalHistory,
  signal: AbortSignal,
): Promise<AnimalHistory> {
  for (let part = 0; part < PARTS_AT_ONCE; part += 1) {
    const page = await petstore.events.page({ petId, after: next, limit: PART }, { signal });
    events = [...events, ...page.items];
    next = page.next;
    // One animal's events are looked for up to the head at once.
    if (page.items.length < PART) return { events, next, isWhole: true };
  }
  return { events, next, isWhole: false };
}
