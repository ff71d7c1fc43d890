import type { Category, Event, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

/** The start of the keys of all queries for categories. */
export const CATEGORIES = ['categories'] as const;

const CATEGORIES_STALE_MS = 10 * 60_000;

/** The first page of categories; `next` is set if there are more. */
export function firstCategories(petstore: Petstore) {
  return queryOptions({
    queryKey: CATEGORIES,
    queryFn: ({ signal }): Promise<Page<Category>> => petstore.categories.page({ limit: 100 }, { signal }),
    staleTime: CATEGORIES_STALE_MS,
  });
}

/** Up to 100 categories by their ids. */
export function categoriesOf(petstore: Petstore, ids: bigint[]) {
  return queryOptions({
    queryKey: [...CATEGORIES, ids.join()],
    queryFn: async ({ signal }) => (await petstore.categories.page({ ids, limit: 100 }, { signal })).items,
    staleTime: CATEGORIES_STALE_MS,
  });
}

/** All categories, page by page. */
export function categoryList(petstore: Petstore) {
  return infiniteQueryOptions({
    queryKey: [...CATEGORIES, 'list'],
    queryFn: ({ pageParam, signal }): Promise<Page<Category>> =>
      petstore.categories.page({ limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
}

/** All categories. There are seldom more than 100, which are one request. */
export function allCategories(petstore: Petstore) {
  return queryOptions({
    queryKey: [...CATEGORIES, 'all'],
    queryFn: async ({ signal }) => {
      const all: Category[] = [];
      for await (const category of petstore.categories.list({ limit: 100 }, { signal })) all.push(category);
      return all;
    },
  });
}

/** Reads the categories again if events named some: once for any number of events. */
export function invalidateCategories(queries: QueryClient, events: readonly Event[]): void {
  if (events.some(({ category }) => category !== undefined)) {
    queries.invalidateQueries({ queryKey: CATEGORIES });
  }
}
