import type { Order, Pet, PetPermissions, Petstore } from '@petstore/client';
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PERMISSIONS } from '../../session/query-keys.ts';
import { useSession } from '../../session/use-session.ts';

/** So many animals at most in one request. */
const AT_ONCE = 100;

/** What the account may do with each of some animals: one request for a page of them. */
function permissionsOf(petstore: Petstore, petIds: readonly bigint[]) {
  return queryOptions({
    // Text, since a key is written as JSON, which has no bigint.
    queryKey: [...PERMISSIONS, ...petIds.map(String)],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(petIds.length / AT_ONCE) }, (_, part) =>
        petIds.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
      );
      return (await Promise.all(parts.map((ids) => petstore.pets.permissions(ids, { signal })))).flat();
    },
    // `permissionsChanged` keeps a list right. One animal costs little to be read again with its page.
    staleTime: petIds.length > 1 ? Number.POSITIVE_INFINITY : 0,
    placeholderData: keepPreviousData,
  });
}

interface KnownPermissions {
  /** By the ids of the animals. */
  permissions: ReadonlyMap<bigint, PetPermissions>;
  /** Every animal that exists is in it. */
  isComplete: boolean;
}

/** What the account may do with animals, as far as it is known. */
export function usePermissions(petIds: readonly bigint[], isEnabled = true): KnownPermissions {
  const { petstore } = useSession();
  const query = useQuery({ ...permissionsOf(petstore, petIds), enabled: isEnabled && petIds.length > 0 });
  const { data, isPlaceholderData } = query;
  const permissions = useMemo(() => new Map(data?.map((one) => [one.pet.id, one])), [data]);
  return { permissions, isComplete: data !== undefined && !isPlaceholderData };
}

/** Reads again what events make out of date: one request for each page of animals, however many events there are. */
export function permissionsChanged(queries: QueryClient, events: readonly ChangeEvent[]): void {
  const byPet = new Map<bigint, ChangeEvent[]>();
  for (const event of events) {
    const petId = event.pet?.id ?? event.order?.petId;
    if (petId !== undefined) byPet.set(petId, [...(byPet.get(petId) ?? []), event]);
  }
  queries.invalidateQueries({
    queryKey: PERMISSIONS,
    predicate: ({ state }) =>
      permissionsIn(state.data).some((known) =>
        byPet.get(known.pet.id)?.some((event) => isOutOfDate(known, event)),
      ),
  });
}

interface ChangeEvent {
  pet?: Pick<Pet, 'id' | 'status'> | undefined;
  order?: Pick<Order, 'petId' | 'status'> | undefined;
}

/** An order that takes or frees an animal changes its status too; one that is approved does not. */
function isOutOfDate({ pet, allowedOrderStatuses }: PetPermissions, event: ChangeEvent): boolean {
  if (event.pet !== undefined && event.pet.status !== pet.status) return true;
  return event.order?.status === 'approved' && allowedOrderStatuses.includes('approved');
}

function permissionsIn(data: unknown): readonly PetPermissions[] {
  return (data as PetPermissions[] | undefined) ?? []; // as `permissionsOf` reads them
}
