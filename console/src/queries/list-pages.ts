import type { InfiniteData, QueryClient } from '@tanstack/react-query';

interface Items<Item> {
  items: Item[];
}

type Pages<Item> = InfiniteData<Items<Item>, unknown>;

/** Replaces an item in every list that contains it. */
export function replaceInLists<Item extends { id: bigint }>(
  queries: QueryClient,
  listKey: readonly string[],
  item: Item,
): void {
  queries.setQueriesData<Pages<Item>>({ queryKey: listKey }, (data) => {
    if (data === undefined || !itemsOf(data).some(({ id }) => id === item.id)) return undefined;
    // The other pages stay the same objects, so that they are not rendered again.
    const pages = data.pages.map((page) =>
      page.items.some(({ id }) => id === item.id)
        ? { ...page, items: page.items.map((other) => (other.id === item.id ? item : other)) }
        : page,
    );
    return { ...data, pages };
  });
}

/** Adds new items in front of one list. */
export function prependToList<Item extends { id: bigint }>(
  queries: QueryClient,
  list: readonly string[],
  added: readonly Item[],
): void {
  queries.setQueryData<Pages<Item>>(list, (data) => {
    const [first, ...others] = data?.pages ?? [];
    if (data === undefined || first === undefined) return data;
    const ids = new Set(itemsOf(data).map(({ id }) => id));
    const missing = added.filter(({ id }) => !ids.has(id));
    return { ...data, pages: [{ ...first, items: [...missing, ...first.items] }, ...others] };
  });
}

export function itemsOf<Item>({ pages }: Pages<Item>): Item[] {
  return pages.flatMap(({ items }) => items);
}
