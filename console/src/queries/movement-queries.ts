import type { Movement, Petstore } from '@petstore/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

export function movementsKey(petId: bigint) {
  return ['movements', String(petId)] as const;
}

/** The movements of an animal, the last day first; those of one day in the order in which they were recorded, the last first. */
export function movementsOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: movementsKey(petId),
    queryFn: async ({ signal }): Promise<Movement[]> => {
      const all: Movement[] = [];
      for await (const movement of petstore.pets.movements(petId).list({ limit: 100 }, { signal })) {
        all.push(movement);
      }
      // The list has the last recorded first, and a sort keeps that order within a day.
      return all.sort((one, other) => other.date.localeCompare(one.date));
    },
  });
}

/** Reads the movements of an animal again if they are shown. */
export function invalidateMovements(queries: QueryClient, petId: bigint): void {
  queries.invalidateQueries({ queryKey: movementsKey(petId) });
}
