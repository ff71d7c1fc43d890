import type { Category } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { categoryNames } from './animal-queries.ts';

/** The categories, asked for when the first animals are there: they come first. */
export function useCategories() {
  const { petstore, isReady } = useSession();
  const isEnabled = useStore(isReady);
  return useQuery({ ...categoryNames(petstore), enabled: isEnabled }).data;
}

/** What a category is called: its number, where no import gave it a name. */
function called({ id, name }: Pick<Category, 'id' | 'name'>): string {
  return name ?? `Category ${id}`;
}

/** The categories to choose from. */
export function CategoryOptions({ categories }: { categories: readonly Category[] }) {
  return categories.map((category) => (
    <option key={String(category.id)} value={String(category.id)}>
      {called(category)}
    </option>
  ));
}

/** Says what a category is called. */
export function useCategoryNames(): (id: bigint) => string {
  const categories = useCategories();
  return useMemo(() => {
    const names = new Map(categories?.map(({ id, name }) => [id, name]));
    return (id) => called({ id, name: names.get(id) });
  }, [categories]);
}

/** A category by its name. */
export function CategoryName({ id }: { id: bigint }) {
  return useCategoryNames()(id);
}
