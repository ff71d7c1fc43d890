import type { Listing, Operations, Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { isLongEnough } from './is-long-enough.ts';

const MAX_FOUND = 20;

type Filters = Pick<Operations['listListings']['query'], 'status' | 'categoryId'>;

/** The animals with some words, or with a number, to choose one of them; without words the newest ones. */
export function foundListings({ listings }: Petstore, words: string, filters: Filters = {}) {
  return queryOptions({
    queryKey: ['found listings', words, filters.status ?? '', String(filters.categoryId ?? '')],
    queryFn: async ({ signal }): Promise<Listing[]> => {
      const number = /^\d{1,18}$/.test(words) ? BigInt(words) : undefined;
      const byNumber = number === undefined ? [] : (await listings.page({ ids: [number] }, { signal })).items;
      if (words !== '' && !isLongEnough(words)) return byNumber;
      const query = { ...filters, ...(words !== '' && { q: words }), limit: MAX_FOUND };
      const { items } = await listings.page(query, { signal });
      return [...byNumber, ...items.filter(({ pet }) => pet.id !== number)];
    },
    // Another tab may have merged one of them.
    staleTime: 0,
    gcTime: 0,
  });
}
