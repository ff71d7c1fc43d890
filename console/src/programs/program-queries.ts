import type { Account, Key, Page, Petstore } from '@petstore/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { useChange } from '../session/changes/use-change.ts';

/** The start of the keys of all queries for accounts and their keys. */
export const PROGRAMS = ['programs'] as const;

export function accountList(petstore: Petstore) {
  return infiniteQueryOptions({
    queryKey: [...PROGRAMS, 'accounts'],
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
    queryKey: [...PROGRAMS, 'keys', String(accountId)],
    queryFn: ({ pageParam, signal }): Promise<Page<Key>> =>
      petstore.keys.of(accountId).page({ limit: 20, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** A change of accounts or keys. What is shown of them is read again, before `onDone` is called. */
export function useProgramChange<Result, Input = void>(
  change: (petstore: Petstore, input: Input) => Promise<Result>,
  onDone?: () => void,
) {
  return useChange(PROGRAMS, change, onDone);
}
