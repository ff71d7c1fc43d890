import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';

/** The microchip of an animal; without a number if it has none, or if only others may know it. */
export interface Microchip {
  readonly microchip?: string;
}

/** Listings, which everyone reads, have no microchips. */
export function microchipOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: ['microchip', String(petId)],
    queryFn: async ({ signal }): Promise<Microchip> => {
      const [found] = await petstore.listings.microchips([petId], { signal });
      return found === undefined ? {} : { microchip: found.microchip };
    },
  });
}
