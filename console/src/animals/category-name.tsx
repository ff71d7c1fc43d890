import type { Category } from '@petstore/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { categoriesOf, firstCategories } from './animal-queries.ts';

const IDS_PER_REQUEST = 100;

/** The first page of categories, asked for when the first animals are there: they come first. */
function useFirstCategories() {
  const { petstore, isReady } = useSession();
  const isEnabled = useStore(isReady);
  return useQuery({ ...firstCategories(petstore), enabled: isEnabled }).data;
}

/** The categories to choose from: however many there are, only the first. */
export function useCategories(): readonly Category[] | undefined {
  return useFirstCategories()?.items;
}

/** The names of some categories. Those that are not among the first are asked for by their ids. */
export function useNames(ids: readonly bigint[]): ReadonlyMap<bigint, string | undefined> {
  const { petstore } = useSession();
  const first = useFirstCategories();
  const listed = new Set(first?.items.map(({ id }) => id));
  const isMissing = (id: bigint) => first?.next !== undefined && !listed.has(id);
  const missing = [...new Set(ids)].filter(isMissing);
  const requests = Array.from({ length: Math.ceil(missing.length / IDS_PER_REQUEST) }, (_, n) =>
    categoriesOf(petstore, missing.slice(n * IDS_PER_REQUEST, (n + 1) * IDS_PER_REQUEST)),
  );
  const others = useQueries({ queries: requests }).flatMap(({ data }) => data ?? []);
  return new Map([...(first?.items ?? []), ...others].map(({ id, name }) => [id, name]));
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

/** Returns what each of some categories is called. */
export function useCategoryNames(ids: readonly bigint[]): (id: bigint) => string {
  const names = useNames(ids);
  return (id) => called({ id, name: names.get(id) });
}

/** A category by its name. */
export function CategoryName({ id }: { id: bigint }) {
  return useCategoryNames([id])(id);
}
