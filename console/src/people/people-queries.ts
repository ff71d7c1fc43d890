import type { Account, Key, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** The start of the keys of all queries for accounts and their keys. */
export const PEOPLE = ['people'] as const;

export function accountList(petstore: Petstore) {
  return infiniteQueryOptions({
    queryKey: [...PEOPLE, 'accounts'],
    queryFn: ({ pageParam, signal }): Promise<Page<Account>> =>
      petstore.accounts.page({ limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** The keys of an account, newest first, also those that are not accepted any more. */
export function keyList(petstore: Petstore, accountId: bigint) {
  return infiniteQueryOptions({
    queryKey: [...PEOPLE, 'keys', String(accountId)],
    queryFn: ({ pageParam, signal }): Promise<Page<Key>> =>
      petstore.keys.of(accountId).page({ limit: 20, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
