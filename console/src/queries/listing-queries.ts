import { type Event, type Listing, listingAfter, type Petstore } from '@petstore/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

/** The start of the keys of the listings of a page of animals. */
const LISTINGS = ['listings'] as const;

/** The listings of some animals, at most 100: one request for a page of them. */
export function listingsOf(petstore: Petstore, petIds: readonly bigint[]) {
  return queryOptions({
    // The ids are text, because a key is serialised as JSON, which has no bigint.
    queryKey: [...LISTINGS, ...petIds.map(String)],
    queryFn: async ({ signal }): Promise<Listing[]> =>
      (await petstore.listings.page({ ids: [...petIds], limit: 100 }, { signal })).items,
    // The feed keeps them fresh.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function listingOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: ['listing', String(petId)],
    queryFn: ({ signal }) => petstore.listings.get(petId, { signal }),
  });
}

/** Returns a listing that a page of the list has read. */
export function cachedListing(queries: QueryClient, petId: bigint): Listing | undefined {
  const pages = queries.getQueriesData<Listing[]>({ queryKey: LISTINGS });
  return pages.flatMap(([, page]) => page ?? []).find(({ pet }) => pet.id === petId);
}

/** Updates a listing wherever it is shown. */
export function applyListing(queries: QueryClient, listing: Listing): void {
  changeListing(queries, listing.pet.id, () => listing);
}

/** Updates the listing of an animal after an event. That of a removed animal stays as it was. */
export function applyToListing(queries: QueryClient, petId: bigint, event: Event): void {
  changeListing(queries, petId, (before) => listingAfter(before, event) ?? before);
}

function changeListing(queries: QueryClient, id: bigint, change: (before: Listing) => Listing): void {
  queries.setQueryData(['listing', String(id)], (before: Listing | undefined) => before && change(before));
  queries.setQueriesData<Listing[]>({ queryKey: LISTINGS }, (page) =>
    page?.some(({ pet }) => pet.id === id)
      ? page.map((other) => (other.pet.id === id ? change(other) : other))
      : undefined,
  );
}
