import type { Page, Pet, PetStatus, Petstore } from '@petstore/client';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { listingsOf } from './listing-queries.ts';
import { numberIn } from './number-in.ts';

/** The filters of a list of animals. */
export interface AnimalFilters {
  status?: PetStatus | undefined;
  categoryId?: bigint | undefined;
  /** The words of a search. */
  q?: string | undefined;
}

/** The start of the keys of all lists of animals. */
export const ANIMAL_LISTS = ['animals'] as const;

/** One list of animals, newest first, page by page. */
export function animalList(petstore: Petstore, { status, categoryId, q }: AnimalFilters) {
  return infiniteQueryOptions({
    // The id is text, because a key is serialised as JSON, which has no bigint.
    queryKey: [...ANIMAL_LISTS, status ?? '', String(categoryId ?? ''), q ?? ''],
    queryFn: async ({ client, pageParam, signal }): Promise<Page<Pet>> => {
      const page = { status, categoryId, limit: 100, cursor: pageParam };
      if (q === undefined) return petstore.pets.page(page, { signal });
      const found = await petstore.listings.page({ ...page, ...searchOf(q) }, { signal });
      const pets = found.items.map(({ pet }) => pet);
      client.setQueryData(listingsOf(petstore, idsOf(pets)).queryKey, found.items);
      return { ...found, items: pets };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // The feed keeps the list fresh. Reading thousands of animals again would cost one request for each hundred.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A number of one digit is too short for a search by words. */
function searchOf(q: string) {
  const id = numberIn(q);
  return id !== undefined && id < 10n ? { ids: [id] } : ({ q, approximate: 'true' } as const);
}

/** Returns the filters in the key of a list. */
export function filtersOf(queryKey: readonly unknown[]): AnimalFilters {
  const [, status, categoryId, q] = queryKey;
  return {
    status: status === '' ? undefined : (status as PetStatus), // written by `animalList`
    categoryId: categoryId === '' ? undefined : BigInt(String(categoryId)),
    q: q === '' ? undefined : String(q),
  };
}

/** Only the service knows whether an animal matches a search. */
export function matchesFilters(pet: Pet, { status, categoryId, q }: AnimalFilters): boolean {
  if (q !== undefined) return false;
  return (status ?? pet.status) === pet.status && (categoryId ?? pet.categoryId) === pet.categoryId;
}

function idsOf(pets: readonly Pet[]): bigint[] {
  return pets.map(({ id }) => id);
}

/** One animal. The only operation for it is deprecated and will be removed in December 2030. */
export function animalOf(petstore: Petstore, id: bigint) {
  return queryOptions({
    queryKey: ['animal', String(id)],
    queryFn: ({ signal }) => petstore.pets.get(id, { signal }),
  });
}

/** Marks an animal, its hold and its history as stale. Those that are shown are read again. */
export function invalidateAnimal(queries: QueryClient, id: bigint): void {
  for (const name of ['animal', 'hold', 'history']) {
    queries.invalidateQueries({ queryKey: [name, String(id)] });
  }
}
