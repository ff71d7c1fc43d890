import type { Page, Pet } from '@petstore/client';
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { ANIMAL_LISTS, belongs, filtersOf } from '../animal-queries.ts';

/**
 * A list that is shown stays as it is when its animals change. One that nobody looks at any more is forgotten if it holds
 * what does not belong to it, and is read again for whoever comes back.
 */
export function forgetWrongLists(queries: QueryClient): void {
  queries.getQueryCache().subscribe(({ type, query }) => {
    const isLeft = type === 'observerRemoved' && !query.isActive() && query.queryKey[0] === ANIMAL_LISTS[0];
    if (!isLeft) return;
    const filters = filtersOf(query.queryKey);
    const isWrong = pagesOf(query).some(({ items }) => items.some((pet) => !belongs(pet, filters)));
    if (isWrong) queries.removeQueries({ queryKey: query.queryKey, exact: true });
  });
}

/** Forgets the lists that nobody looks at and that an animal which has changed makes wrong. */
export function forgetListsOf(queries: QueryClient, pet: Pet): void {
  const predicate = (query: Query) => !isStillRight(query, pet);
  queries.removeQueries({ queryKey: ANIMAL_LISTS, type: 'inactive', predicate });
}

/** It holds the animal exactly if that belongs to it. One that lies beyond what was read is no matter. */
function isStillRight(query: Query, pet: Pet): boolean {
  const pages = pagesOf(query);
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  const isBeyond = pages.at(-1)?.next !== undefined && pet.id < (ids.at(-1) ?? pet.id);
  return isBeyond || ids.includes(pet.id) === belongs(pet, filtersOf(query.queryKey));
}

function pagesOf({ state }: Query): Page<Pet>[] {
  return (state.data as InfiniteData<Page<Pet>> | undefined)?.pages ?? []; // as `firstAnimals` reads them
}
