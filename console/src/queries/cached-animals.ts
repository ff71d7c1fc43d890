import type { Page, Pet } from '@petstore/client';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ANIMAL_LISTS, SINGLE_ANIMALS } from './animal-queries.ts';
import { itemsOf } from './list-pages.ts';

/** Returns the cached animals by their ids. An order has only the id of its animal. */
export function cachedAnimals(queries: QueryClient): ReadonlyMap<bigint, Pet> {
  const lists = queries.getQueriesData<InfiniteData<Page<Pet>>>({ queryKey: ANIMAL_LISTS });
  const single = queries.getQueriesData<Pet>({ queryKey: SINGLE_ANIMALS });
  const animals = [
    ...lists.flatMap(([, data]) => (data === undefined ? [] : itemsOf<Pet>(data))),
    ...single.flatMap(([, animal]) => animal ?? []),
  ];
  return new Map(animals.map((animal) => [animal.id, animal]));
}
