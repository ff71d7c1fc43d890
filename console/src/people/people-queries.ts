import type { Page, Person, Petstore } from '@petstore/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useChange } from '../session/changes/use-change.ts';

/** The start of the keys of all queries for persons and their devices. */
export const PEOPLE = ['people'] as const;

/** The persons of an account, by default of that of the user, newest first. */
export function personList(petstore: Petstore, accountId: bigint | undefined) {
  return infiniteQueryOptions({
    queryKey: [...PEOPLE, 'list', String(accountId ?? '')],
    queryFn: ({ pageParam, signal }): Promise<Page<Person>> =>
      petstore.people.page({ accountId, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export function personOf(petstore: Petstore, id: bigint) {
  return queryOptions({
    queryKey: [...PEOPLE, 'one', String(id)],
    queryFn: ({ signal }) => petstore.people.get(id, { signal }),
    staleTime: 0,
  });
}

export function devicesOf(petstore: Petstore, id: bigint) {
  return queryOptions({
    queryKey: [...PEOPLE, 'devices', String(id)],
    queryFn: ({ signal }) => petstore.people.devices(id, { signal }),
    staleTime: 0,
  });
}

/** A change of persons or their devices. What is shown of them is read again, before `onDone` is called. */
export function usePeopleChange<Result, Input = void>(
  change: (petstore: Petstore, input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  return useChange(PEOPLE, change, onDone);
}
