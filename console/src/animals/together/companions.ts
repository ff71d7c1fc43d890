import type { Listing } from '@petstore/client';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { cachedListings, listingKey, listingsOf } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { locale } from '../../texts/language.ts';

/** Returns the animals that an animal goes together with, as far as a page has read them. */
export function bondedWith(queries: QueryClient, petId: bigint): readonly bigint[] {
  const listing =
    queries.getQueryData<Listing>(listingKey(petId)) ??
    cachedListings(queries).find(({ pet }) => pet.id === petId);
  return listing?.profile.bondedWith ?? [];
}

/** Returns true if one of the animals goes together with another one that is not among them, or if that is not known. */
export function takesOthers(queries: QueryClient, petIds: readonly bigint[]): boolean {
  const bonds = new Map(
    cachedListings(queries).map(({ pet, profile }) => [pet.id, profile.bondedWith ?? []]),
  );
  return petIds.some((id) => !bonds.get(id)?.every((other) => petIds.includes(other)));
}

/** Returns their listings; undefined until they are read. */
export function useCompanions(ids: readonly bigint[]): readonly Listing[] | undefined {
  const { petstore } = useSession();
  const { data } = useQuery({ ...listingsOf(petstore, ids), enabled: ids.length > 0 });
  return ids.length === 0 ? [] : data;
}

/** Returns "Rex and Bella". */
export function namesOf(listings: readonly Listing[]): string {
  return new Intl.ListFormat(locale).format(listings.map(({ pet }) => pet.name));
}
