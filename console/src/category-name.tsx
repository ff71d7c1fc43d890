import type { Category } from '@petstore/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useObservable } from './observable.ts';
import { categoriesOf, firstCategories } from './queries/category-queries.ts';
import { chunksOf } from './queries/id-chunks.ts';
import { useSession } from './session/use-session.ts';
import { inLanguage } from './texts/in-language.ts';

const TEXTS = inLanguage({
  en: { numbered: (number: bigint) => `Category ${number}` },
  es: { numbered: (number) => `Categoría ${number}` },
  fr: { numbered: (number) => `Catégorie ${number}` },
  de: { numbered: (number) => `Kategorie ${number}` },
});

/** Reads the first page of categories, after the first page of animals, which has priority. */
function useFirstCategories() {
  const { petstore, isReady } = useSession();
  const isEnabled = useObservable(isReady);
  return useQuery({ ...firstCategories(petstore), enabled: isEnabled });
}

/** Returns the categories to choose from: only the first page. */
export function useCategories(): readonly Category[] | undefined {
  return useFirstCategories().data?.items;
}

interface Names {
  byId: ReadonlyMap<bigint, string | undefined>;
  /** Whether a category without a name here has none. */
  isComplete: boolean;
}

/** Returns the names of categories. Those that are not on the first page are read by their ids. */
export function useNames(ids: readonly bigint[]): Names {
  const { petstore } = useSession();
  const { data: first, isPending } = useFirstCategories();
  const listed = new Set(first?.items.map(({ id }) => id));
  const isMissing = (id: bigint) => first?.next !== undefined && !listed.has(id);
  const missing = [...new Set(ids)].filter(isMissing);
  const requests = chunksOf(missing).map((some) => categoriesOf(petstore, some));
  const results = useQueries({ queries: requests });
  const others = results.flatMap(({ data }) => data ?? []);
  return {
    byId: new Map([...(first?.items ?? []), ...others].map(({ id, name }) => [id, name])),
    isComplete: !isPending && results.every((result) => !result.isPending),
  };
}

interface Named {
  readonly id: bigint;
  /** Absent, or null in a report, if neither an import nor an admin has set one. */
  readonly name?: string | null | undefined;
}

/** Returns the name of a category, or a text with its number. */
export function nameOf({ id, name }: Named): string {
  return name ?? TEXTS.numbered(id);
}

export function CategoryOptions({ categories }: { categories: readonly Category[] }) {
  return categories.map((category) => (
    <option key={String(category.id)} value={String(category.id)}>
      {nameOf(category)}
    </option>
  ));
}

/** Returns a function that names categories: with an empty text until they are known, so that no number flashes before a name. */
export function useCategoryNames(ids: readonly bigint[]): (id: bigint) => string {
  const { byId, isComplete } = useNames(ids);
  return (id) => (byId.has(id) || isComplete ? nameOf({ id, name: byId.get(id) }) : '');
}

export function CategoryName({ id }: { id: bigint }) {
  return useCategoryNames([id])(id);
}
