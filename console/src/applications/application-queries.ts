import type { ApplicationSummary, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { APPLICATION_LISTS, applicationKey, applicationsOfAnimalKey } from '../queries/application-keys.ts';
import type { ApplicationView, EndedState } from '../route.ts';

/** The longest waiting first. */
const OLDEST_FIRST = { waiting: 'true', sort: 'id' } as const;

/** What each list asks for. */
const QUERIES = {
  waiting: { ...OLDEST_FIRST, queue: '1' },
  late: { ...OLDEST_FIRST, late: 'true' },
  mine: { ended: 'false', sort: 'id' },
  animals: { ended: 'false', sort: 'id', queue: '1' },
  accepted: { state: 'accepted' },
  ended: { ended: 'true' },
  second: { ...OLDEST_FIRST, queue: '2' },
} as const satisfies Record<ApplicationView, object>;

/** What narrows a list. */
interface ListFilters {
  /** The person who handles them. */
  readonly assignedTo?: bigint | undefined;
  readonly state?: EndedState | undefined;
}

/** One list, page by page. */
export function applicationList(
  petstore: Petstore,
  view: ApplicationView,
  { assignedTo, state }: ListFilters,
) {
  const query = { ...QUERIES[view], assignedTo, ...(state !== undefined && { state }) };
  return infiniteQueryOptions({
    queryKey: [...APPLICATION_LISTS, view, String(assignedTo ?? ''), state ?? ''],
    queryFn: ({ pageParam, signal }): Promise<Page<ApplicationSummary>> =>
      petstore.applications.page({ ...query, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // What changes is announced above the list, so that nothing moves while someone reads.
    staleTime: 0,
  });
}

/** Whether any wait in the second queue, which begins when many want one animal. */
export function secondQueue(petstore: Petstore) {
  return queryOptions({
    queryKey: [...APPLICATION_LISTS, 'second queue'],
    queryFn: async ({ signal }) => {
      const { items } = await petstore.applications.page({ ...QUERIES.second, limit: 1 }, { signal });
      return items.length > 0;
    },
    staleTime: 0,
  });
}

/** Beside each other there is room for some. Those beyond have arrived later. */
const MAX_OF_ANIMAL = 50;

/** The applications for an animal, the oldest first, and whether there are more. */
export function applicationsOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: applicationsOfAnimalKey(petId),
    queryFn: async ({ signal }) => {
      const query = { petId, sort: 'id', limit: MAX_OF_ANIMAL } as const;
      const { items, next } = await petstore.applications.page(query, { signal });
      return { items, more: next !== undefined };
    },
    staleTime: 0,
  });
}

/** One application with all that belongs to it. */
export function applicationOf(petstore: Petstore, id: bigint) {
  return queryOptions({
    queryKey: applicationKey(id),
    queryFn: ({ signal }) => petstore.applications.get(id, { signal }),
    staleTime: 0,
  });
}

/** The questions of the account. */
export function questionsOf(petstore: Petstore) {
  return queryOptions({
    queryKey: ['application questions'],
    queryFn: ({ signal }) => petstore.applications.questions(undefined, { signal }),
    staleTime: 0,
  });
}

/** How the account takes applications. */
export function applicationSettingsOf(petstore: Petstore) {
  return queryOptions({
    queryKey: ['application settings'],
    queryFn: ({ signal }) => petstore.applications.settings({ signal }),
    staleTime: 0,
  });
}
