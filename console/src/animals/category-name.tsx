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

/** Says what a category is called: its number, where no import gave it a name. */
export function useCategoryNames(): (id: bigint) => string {
  const categories = useCategories();
  return useMemo(() => {
    const names = new Map(categories?.map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? `Category ${id}`;
  }, [categories]);
}

/** A category by its name. */
export function CategoryName({ id }: { id: bigint }) {
  return useCategoryNames()(id);
}
