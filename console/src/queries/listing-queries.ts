import { type Event, type Listing, listingAfter, type Petstore } from '@petstore/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { chunksOf } from './id-chunks.ts';

/** The start of the keys of the listings of a page of animals. */
const LISTINGS = ['listings'] as const;

/** The listings of some animals: one request for a page of them. */
export function listingsOf(petstore: Petstore, petIds: readonly bigint[]) {
  return queryOptions({
    // The ids are text, because a key is serialised as JSON, which has no bigint.
    queryKey: [...LISTINGS, ...petIds.map(String)],
    queryFn: async ({ signal }): Promise<Listing[]> => {
      const requests = chunksOf(petIds).map((ids) => readAll(petstore, ids, signal));
      return (await Promise.all(requests)).flat();
    },
    // The feed keeps them fresh.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A page ends early if its listings are large. */
async function readAll({ listings }: Petstore, ids: bigint[], signal: AbortSignal): Promise<Listing[]> {
  const all: Listing[] = [];
  for await (const listing of listings.list({ ids, limit: 100 }, { signal })) all.push(listing);
  return all;
}

export function listingKey(petId: bigint) {
  return ['listing', String(petId)] as const;
}

export function listingOf(petstore: Petstore, petId: bigint) {
  return queryOptions({
    queryKey: listingKey(petId),
    queryFn: ({ signal }) => petstore.listings.get(petId, { signal }),
  });
}

/** Returns the listings that pages of lists have read. */
export function cachedListings(queries: QueryClient): Listing[] {
  const pages = queries.getQueriesData<Listing[]>({ queryKey: LISTINGS });
  return pages.flatMap(([, page]) => page ?? []);
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
  queries.setQueryData(listingKey(id), (before: Listing | undefined) => before && change(before));
  queries.setQueriesData<Listing[]>({ queryKey: LISTINGS }, (page) =>
    page?.some(({ pet }) => pet.id === id)
      ? page.map((other) => (other.pet.id === id ? change(other) : other))
      : undefined,
  );
}
