import type { InfiniteData, QueryClient } from '@tanstack/react-query';

interface Items<Item> {
  items: Item[];
}

type Pages<Item> = InfiniteData<Items<Item>, unknown>;

/** Puts an item that has changed in its place in every list below a key that has it. */
export function replaceInLists<Item extends { id: bigint }>(
  queries: QueryClient,
  lists: readonly string[],
  item: Item,
): void {
  queries.setQueriesData<Pages<Item>>({ queryKey: lists }, (data) => {
    if (data === undefined || !itemsOf(data).some(({ id }) => id === item.id)) return undefined;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((one) => (one.id === item.id ? item : one)),
    }));
    return { ...data, pages };
  });
}

/** Puts new items in front of one list. */
export function prependToList<Item extends { id: bigint }>(
  queries: QueryClient,
  list: readonly string[],
  added: readonly Item[],
): void {
  queries.setQueryData<Pages<Item>>(list, (data) => {
    const [first, ...others] = data?.pages ?? [];
    if (data === undefined || first === undefined) return data;
    const ids = new Set(itemsOf(data).map(({ id }) => id));
    const news = added.filter(({ id }) => !ids.has(id));
    return { ...data, pages: [{ ...first, items: [...news, ...first.items] }, ...others] };
  });
}

export function itemsOf<Item>({ pages }: Pages<Item>): Item[] {
  return pages.flatMap(({ items }) => items);
}
