import type { Event, Petstore } from '@petstore/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { isEventsExpired } from '../errors.ts';

/** The key of the activity log. */
export const ACTIVITY = ['activity'] as const;

const EVENTS_PER_CHUNK = 100;

/** A part of the log. */
export interface ActivityChunk {
  /** Newest first. */
  items: Event[];
  /** The id up to which the chunk has events; in the first chunk, the latest event id of the feed. */
  newest: bigint;
  /** The `newest` of the next, earlier chunk; undefined if there is none. */
  earlier: bigint | undefined;
  /** Whether earlier events existed and are no longer kept. */
  isCut: boolean;
}

/**
 * The log, newest first. The feed can only be read forwards, so the log is read backwards in chunks of 100 consecutive ids. An
 * account that may not see some of the events receives fewer in a chunk. `addActivity` adds new events on top, so nothing is
 * read twice.
 */
export function activityLog(petstore: Petstore) {
  return infiniteQueryOptions({
    queryKey: ACTIVITY,
    queryFn: ({ pageParam, signal }) => readChunk(petstore, pageParam, signal),
    initialPageParam: 'latest' as bigint | 'latest',
    getNextPageParam: ({ earlier }) => earlier,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readChunk(
  petstore: Petstore,
  position: bigint | 'latest',
  signal: AbortSignal,
): Promise<ActivityChunk> {
  const newest =
    position === 'latest' ? (await petstore.events.page({ after: 'latest' }, { signal })).next : position;
  const after = newest > EVENTS_PER_CHUNK ? newest - BigInt(EVENTS_PER_CHUNK) : 0n;
  const { items, isCut } = await keptEventsAfter(petstore, after, signal);
  return {
    items: items.filter((event) => event.id <= newest && isKnown(event)).reverse(),
    newest,
    earlier: isCut || after === 0n ? undefined : after,
    isCut,
  };
}

/** An event of a newer service may have a type that this page does not know. */
export function isKnown({ pet, order, listing, category, movement, application }: Event): boolean {
  return [pet, order, listing, category, movement, application].some((subject) => subject !== undefined);
}

/** Reads the events after an id. If that id has expired, it reads from the oldest event that is kept. */
async function keptEventsAfter(
  { events }: Petstore,
  after: bigint,
  signal: AbortSignal,
): Promise<{ items: Event[]; isCut: boolean }> {
  try {
    const { items } = await events.page({ after, limit: EVENTS_PER_CHUNK }, { signal });
    return { items, isCut: false };
  } catch (error) {
    if (!isEventsExpired(error)) throw error;
    const { items } = await events.page({ limit: EVENTS_PER_CHUNK }, { signal });
    return { items, isCut: true };
  }
}
