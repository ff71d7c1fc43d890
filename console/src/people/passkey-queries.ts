import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';
import { PEOPLE } from './people-queries.ts';

/** A passkey as the service lists it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly lastUsedAt?: string;
}

export function passkeysOf(petstore: Petstore, personId: bigint) {
  return queryOptions({
    queryKey: [...PEOPLE, 'passkeys', String(personId)],
    queryFn: async ({ signal }) =>
      (await petstore.request<readonly Passkey[]>('GET', addressOf(personId), { signal })).result,
    staleTime: 0,
  });
}

export async function removePasskey(petstore: Petstore, personId: bigint, id: string): Promise<void> {
  await petstore.request('DELETE', `${addressOf(personId)}/${encodeURIComponent(id)}`);
}

function addressOf(personId: bigint): string {
  return `/people/${personId}/passkeys`;
}
