import type { Page, Pet } from '@petstore/client';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ANIMAL_LISTS } from '../animals/animal-queries.ts';
import { itemsOf } from '../feed/pages.ts';

/** The animals that were read already, by their ids: an order names its animal by the id alone. */
export function knownAnimals(queries: QueryClient): ReadonlyMap<bigint, Pet> {
  const lists = queries.getQueriesData<InfiniteData<Page<Pet>>>({ queryKey: ANIMAL_LISTS });
  const single = queries.getQueriesData<Pet>({ queryKey: ['animal'] });
  const animals = [
    ...lists.flatMap(([, data]) => (data === undefined ? [] : itemsOf<Pet>(data))),
    ...single.flatMap(([, animal]) => animal ?? []),
  ];
  return new Map(animals.map((animal) => [animal.id, animal]));
}
