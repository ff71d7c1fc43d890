import type { Category, Page, Pet, PetStatus, Petstore } from '@petstore/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** What a list of animals is narrowed to. */
export interface AnimalFilters {
  status?: PetStatus | undefined;
  categoryId?: bigint | undefined;
}

/** Where the lists of animals are kept, whatever their filters. */
export const ANIMAL_LISTS = ['animals'] as const;

/** One list of animals, newest first, page after page. */
export function firstAnimals(petstore: Petstore, { status, categoryId }: AnimalFilters) {
  return infiniteQueryOptions({
    // Text, since a key is written as JSON, which has no bigint.
    queryKey: [...ANIMAL_LISTS, status ?? '', String(categoryId ?? '')],
    queryFn: ({ pageParam, signal }): Promise<Page<Pet>> =>
      petstore.pets.page({ status, categoryId, limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // The feed keeps it right, and to read thousands again costs a request for each hundred.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The filters in the key of a list. */
export function filtersOf(queryKey: readonly unknown[]): AnimalFilters {
  const [, status, categoryId] = queryKey;
  return {
    status: status === '' ? undefined : (status as PetStatus), // as `firstAnimals` made it
    categoryId: categoryId === '' ? undefined : BigInt(String(categoryId)),
  };
}

/** Whether an animal is one of those that a list is narrowed to. */
export function belongs(pet: Pet, { status, categoryId }: AnimalFilters): boolean {
  return (status ?? pet.status) === pet.status && (categoryId ?? pet.categoryId) === pet.categoryId;
}

/** One animal. There is no other operation for one than the deprecated one, which stays until December 2030. */
export function oneAnimal(petstore: Petstore, id: bigint) {
  return queryOptions({
    queryKey: ['animal', String(id)],
    queryFn: ({ signal }) => petstore.pets.get(id, { signal }),
  });
}

const CATEGORIES_KEPT_MS = 10 * 60_000;

/** The first categories, to choose from; `next` is set if there are more. */
export function firstCategories(petstore: Petstore) {
  return queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }): Promise<Page<Category>> => petstore.categories.page({ limit: 100 }, { signal }),
    staleTime: CATEGORIES_KEPT_MS,
  });
}

/** Up to 100 categories by their ids. */
export function categoriesOf(petstore: Petstore, ids: bigint[]) {
  return queryOptions({
    queryKey: ['categories', ids.join()],
    queryFn: async ({ signal }) => (await petstore.categories.page({ ids, limit: 100 }, { signal })).items,
    staleTime: CATEGORIES_KEPT_MS,
  });
}
