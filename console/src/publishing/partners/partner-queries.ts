import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../session/changes/use-change.ts';

const PARTNERS = ['partners'] as const;
/** How often a partner that was not read yet is looked at. */
const WAITING_MS = 3_000;

export function partnerList(petstore: Petstore) {
  return queryOptions({
    queryKey: PARTNERS,
    queryFn: ({ signal }) => petstore.publishing.partners({ signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(
        ({ readAt, failingSince, state }) => state === 'on' && (readAt ?? failingSince) === undefined,
      )
        ? WAITING_MS
        : false,
  });
}

/** A change of the partners, after which they are read again. */
export function usePartnerChange<Result, Input = void>(
  change: (petstore: Petstore, input: Input) => Promise<Result>,
  onDone?: () => void,
) {
  return useChange(PARTNERS, change, onDone);
}
