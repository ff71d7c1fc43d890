import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';

export type ShelterSettings = Awaited<ReturnType<Petstore['settings']['get']>>;

/** The settings of the shelter. */
export function settingsOf(petstore: Petstore) {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => petstore.settings.get({ signal }),
    staleTime: 0,
  });
}
