import type { Listing } from '@petstore/client';
import { nameOf } from '../category-name.tsx';
import { categoriesOf } from '../queries/category-queries.ts';
import { chunksOf } from '../queries/id-chunks.ts';
import type { Session } from '../session/session.ts';

/** Returns a function that names the categories of some animals. One request reads a hundred names. */
export async function categoryNamesOf(
  { petstore, queries }: Session,
  animals: readonly Listing[],
): Promise<(id: bigint) => string> {
  const ids = [...new Set(animals.map(({ pet }) => pet.categoryId))];
  const requests = chunksOf(ids).map((some) => queries.fetchQuery(categoriesOf(petstore, some)));
  const categories = (await Promise.all(requests)).flat();
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  return (id) => nameOf({ id, name: names.get(id) });
}
