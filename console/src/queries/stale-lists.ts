import type { Page, Pet } from '@petstore/client';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { ANIMAL_LISTS, filtersOf, isSorted, matchesFilters } from './animal-queries.ts';

/**
 * Drops a list from the cache when the user leaves it and it contains animals that no longer match its filters. While it is
 * shown it stays as it is, so that nothing moves.
 */
export function dropStaleListsWhenLeft(queries: QueryClient): void {
  queries.getQueryCache().subscribe(({ type, query }) => {
    const isLeft = type === 'observerRemoved' && !query.isActive() && query.queryKey[0] === ANIMAL_LISTS[0];
    if (!isLeft) return;
    const filters = filtersOf(query.queryKey);
    const isStale = pagesOf(query).some(({ items }) => items.some((pet) => !matchesFilters(pet, filters)));
    if (isStale) queries.removeQueries({ queryKey: query.queryKey, exact: true });
  });
}

/** Drops the lists that are not shown and that a changed animal makes wrong. */
export function dropStaleListsOf(queries: QueryClient, pet: Pet): void {
  const predicate = (query: Query) => !isCorrectFor(query, pet);
  queries.removeQueries({ queryKey: ANIMAL_LISTS, type: 'inactive', predicate });
}

/** Returns true if the list contains the animal and the animal matches, or neither. Animals beyond the pages read do not matter. */
function isCorrectFor(query: Query, pet: Pet): boolean {
  const filters = filtersOf(query.queryKey);
  // `markSortedListsStale` has it read again.
  if (isSorted(filters)) return true;
  const pages = pagesOf(query);
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  const isBeyond = pages.at(-1)?.next !== undefined && pet.id < (ids.at(-1) ?? pet.id);
  return isBeyond || ids.includes(pet.id) === matchesFilters(pet, filters);
}

function pagesOf({ state }: Query): Page<Pet>[] {
  return (state.data as InfiniteData<Page<Pet>> | undefined)?.pages ?? []; // the result of `animalList`
}
