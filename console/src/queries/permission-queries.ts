import type { Order, Pet, PetPermissions, Petstore } from '@petstore/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { chunksOf } from './id-chunks.ts';

/** The key of all queries for permissions. */
export const PERMISSIONS = ['permissions'] as const;

/** What the account may do with each of some animals: one request for a page of them. */
export function permissionsOf(petstore: Petstore, petIds: readonly bigint[]) {
  return queryOptions({
    // The ids are text, because a key is serialised as JSON, which has no bigint.
    queryKey: [...PERMISSIONS, ...petIds.map(String)],
    queryFn: async ({ signal }) => {
      const requests = chunksOf(petIds).map((ids) => petstore.pets.permissions(ids, { signal }));
      return (await Promise.all(requests)).flat();
    },
    // `invalidatePermissions` keeps a list fresh. For a single animal it is cheap to read again with its page.
    staleTime: petIds.length > 1 ? Number.POSITIVE_INFINITY : 0,
  });
}

/** Returns the permissions that pages have read. */
export function cachedPermissions(queries: QueryClient): PetPermissions[] {
  return queries.getQueriesData({ queryKey: PERMISSIONS }).flatMap(([, data]) => permissionsIn(data));
}

interface ChangeEvent {
  pet?: Pick<Pet, 'id' | 'status'> | undefined;
  order?: Pick<Order, 'petId' | 'status'> | undefined;
}

/** Reads the permissions again that events made stale: one request for each page of animals, for any number of events. */
export function invalidatePermissions(queries: QueryClient, events: readonly ChangeEvent[]): void {
  const byPet = new Map<bigint, ChangeEvent[]>();
  for (const event of events) {
    const petId = event.pet?.id ?? event.order?.petId;
    if (petId !== undefined) byPet.set(petId, [...(byPet.get(petId) ?? []), event]);
  }
  queries.invalidateQueries({
    queryKey: PERMISSIONS,
    predicate: ({ state }) =>
      permissionsIn(state.data).some((known) =>
        byPet.get(known.pet.id)?.some((event) => isStale(known, event)),
      ),
  });
}

/** An order that takes or frees an animal also changes its status. Approving an order does not. */
function isStale({ pet, allowedOrderStatuses }: PetPermissions, event: ChangeEvent): boolean {
  if (event.pet !== undefined && event.pet.status !== pet.status) return true;
  return event.order?.status === 'approved' && allowedOrderStatuses.includes('approved');
}

function permissionsIn(data: unknown): readonly PetPermissions[] {
  return (data as PetPermissions[] | undefined) ?? []; // the result of `permissionsOf`
}
