import type { Event, Petstore } from '@petstore/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { isExpired } from '../session/failures.ts';

/** Where the log is kept. */
export const ACTIVITY = ['activity'] as const;

/** The feed's most at a time. */
const AT_ONCE = 100;

/** A part of the log. */
export interface ActivityPart {
  /** Newest first. */
  items: Event[];
  /** The last id that was looked at; at the top of the log the head of the feed. */
  newest: bigint;
  /** The newest id of the part before it in time; undefined where there is none. */
  earlier: bigint | undefined;
  /** Whether there was something before it that is no longer kept. */
  isCut: boolean;
}

/**
 * The log, newest first. The feed only goes forward, so it is read in steps backwards from its head: ids are
 * consecutive, and an account that may not see all of them sees fewer in a step. New events are put on top by
 * `prependActivity`, so what was read never has to be read again.
 */
export function activityLog(petstore: Petstore) {
  return infiniteQueryOptions({
    queryKey: ACTIVITY,
    queryFn: ({ pageParam, signal }) => readPart(petstore, pageParam, signal),
    initialPageParam: 'latest' as bigint | 'latest',
    getNextPageParam: ({ earlier }) => earlier,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readPart(
  petstore: Petstore,
  place: bigint | 'latest',
  signal: AbortSignal,
): Promise<ActivityPart> {
  const newest =
    place === 'latest' ? (await petstore.events.page({ after: 'latest' }, { signal })).next : place;
  const after = newest > AT_ONCE ? newest - BigInt(AT_ONCE) : 0n;
  const { items, isCut } = await keptAfter(petstore, after, signal);
  return {
    items: items.filter(({ id }) => id <= newest).reverse(),
    newest,
    earlier: isCut || after === 0n ? undefined : after,
    isCut,
  };
}

/** The events after an id, or from the oldest that is kept if that is a later one. */
async function keptAfter(
  { events }: Petstore,
  after: bigint,
  signal: AbortSignal,
): Promise<{ items: Event[]; isCut: boolean }> {
  try {
    const { items } = await events.page({ after, limit: AT_ONCE }, { signal });
    return { items, isCut: false };
  } catch (error) {
    if (!isExpired(error)) throw error;
    const { items } = await events.page({ limit: AT_ONCE }, { signal });
    return { items, isCut: true };
  }
}
