import type { Listing, Page, Pet, PetStatus, Petstore } from '@petstore/client';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnimalSort, AnimalsRoute, PhotoFilter } from '../route.ts';
import { prependToList } from './list-pages.ts';
import { listingsOf } from './listing-queries.ts';
import { movementsKey } from './movement-queries.ts';
import { holdKey } from './order-queries.ts';

/** The filters of a list of animals, and its order. A search has no other order than the newest first. */
export type AnimalFilters = Omit<AnimalsRoute, 'page' | 'view'>;

/** The start of the keys of all lists of animals. */
export const ANIMAL_LISTS = ['animals'] as const;

/** One list of animals, page by page. */
export function animalList(petstore: Petstore, filters: AnimalFilters) {
  const { status, categoryId, q, photos, tag } = filters;
  return infiniteQueryOptions({
    // The id is text, because a key is serialised as JSON, which has no bigint.
    queryKey: [
      ...ANIMAL_LISTS,
      status ?? '',
      String(categoryId ?? ''),
      q ?? '',
      photos ?? '',
      sortOf(filters) ?? '',
      tag ?? '',
    ],
    queryFn: async ({ client, pageParam, signal }): Promise<Page<Pet>> => {
      const { page, listings } = await readAnimals(petstore, filters, pageParam, signal);
      if (listings !== undefined)
        client.setQueryData(listingsOf(petstore, idsOf(page.items)).queryKey, listings);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // The feed keeps the list fresh. Reading thousands of animals again would cost one request for each hundred.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads one page of a list, with the listings if the service has read them anyway. */
export async function readAnimals(
  petstore: Petstore,
  filters: AnimalFilters,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ page: Page<Pet>; listings?: Listing[] }> {
  const { status, categoryId, q, photos, tag } = filters;
  const sort = sortOf(filters);
  const page = { limit: 100, cursor };
  const isPlain = q === undefined && photos === undefined && tag === undefined;
  if (isPlain && (sort === undefined || sort === 'id'))
    return { page: await petstore.pets.page({ ...page, status, categoryId, sort }, { signal }) };
  const found = await petstore.listings.page({ ...page, ...listingsQuery(filters) }, { signal });
  return { page: { ...found, items: found.items.map(({ pet }) => pet) }, listings: found.items };
}

/** Returns the query for the listings of a list. */
export function listingsQuery(filters: AnimalFilters) {
  const { status, categoryId, q, photos, tag } = filters;
  return { status, categoryId, photos, tag, sort: sortOf(filters), ...searchOf(q) };
}

function searchOf(q: string | undefined) {
  return q === undefined ? {} : ({ q, approximate: 'true' } as const);
}

/** Returns the order of a list; undefined for the newest first, which every search has. */
export function sortOf({ q, sort }: AnimalFilters): AnimalSort | undefined {
  return q === undefined ? sort : undefined;
}

/** Returns the filters in the key of a list. */
export function filtersOf(queryKey: readonly unknown[]): AnimalFilters {
  const [, status, categoryId, q, photos, sort, tag] = queryKey;
  return {
    photos: photos === '' ? undefined : (photos as PhotoFilter), // written by `animalList`
    sort: sort === '' ? undefined : (sort as AnimalSort), // written by `animalList`
    status: status === '' ? undefined : (status as PetStatus), // written by `animalList`
    categoryId: categoryId === '' ? undefined : BigInt(String(categoryId)),
    q: q === '' ? undefined : String(q),
    tag: tag === '' ? undefined : String(tag),
  };
}

/** Only the service knows whether an animal matches a search, has photos or a tag. A new animal has none. */
export function matchesFilters(pet: Pet, { status, categoryId, q, photos, tag }: AnimalFilters): boolean {
  if (q !== undefined || tag !== undefined || photos === 'with') return false;
  return (status ?? pet.status) === pet.status && (categoryId ?? pet.categoryId) === pet.categoryId;
}

/** Shows new animals in a list that they match: first in the list of the newest, else where the service puts them. */
export function addToList(queries: QueryClient, list: readonly string[], added: readonly Pet[]): void {
  if (filtersOf(list).sort === undefined) prependToList(queries, list, added);
  else queries.invalidateQueries({ queryKey: list, exact: true });
}

/** Marks the lists as stale whose order or filter an animal may have changed. One that is shown stays as it is, so that nothing moves. */
export function markSortedListsStale(queries: QueryClient): void {
  queries.invalidateQueries({
    queryKey: ANIMAL_LISTS,
    refetchType: 'none',
    predicate: ({ queryKey }) => isSorted(filtersOf(queryKey)),
  });
}

/** Returns true if a page has no place that follows from the ids of its animals. */
export function isSorted({ sort, photos, tag }: AnimalFilters): boolean {
  return sort !== undefined || photos !== undefined || tag !== undefined;
}

function idsOf(pets: readonly Pet[]): bigint[] {
  return pets.map(({ id }) => id);
}

/** The start of the keys of single animals. */
export const SINGLE_ANIMALS = ['animal'] as const;

export function animalKey(id: bigint) {
  return [...SINGLE_ANIMALS, String(id)] as const;
}

/** The key of the events of an animal and its orders. */
export function historyKey(petId: bigint) {
  return ['history', String(petId)] as const;
}

/** One animal. The only operation for it is deprecated and will be removed in December 2030. */
export function animalOf(petstore: Petstore, id: bigint) {
  return queryOptions({
    queryKey: animalKey(id),
    queryFn: ({ signal }) => petstore.pets.get(id, { signal }),
  });
}

/** Marks an animal, its hold, its movements and its history as stale. Those that are shown are read again. */
export function invalidateAnimal(queries: QueryClient, id: bigint): void {
  for (const queryKey of [animalKey(id), holdKey(id), movementsKey(id), historyKey(id)]) {
    queries.invalidateQueries({ queryKey });
  }
}
