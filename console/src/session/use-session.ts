import type { Petstore, Usage } from '@petstore/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useStore } from '../store.ts';
import { PERMISSIONS, USAGE } from './query-keys.ts';
import type { ConnectionProblem, QuotaSnapshot, Session } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session of the page; there is one wherever somebody is signed in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('nobody is signed in here');
  return session;
}

/** Both windows as the last answer told them. */
export function useQuota(): QuotaSnapshot | undefined {
  return useStore(useSession().quota);
}

export function useConnectionProblem(): ConnectionProblem | undefined {
  return useStore(useSession().standstill);
}

/** What the account used, and its role: with another role it may do something else. */
export function usageOf(petstore: Petstore) {
  return queryOptions({
    queryKey: USAGE,
    queryFn: async ({ client, queryKey, signal }) => {
      const usage = await petstore.usage({ signal });
      const before = client.getQueryData<Usage>(queryKey);
      if (before !== undefined && before.role !== usage.role) {
        client.invalidateQueries({ queryKey: PERMISSIONS });
      }
      return usage;
    },
  });
}

export function useUsage() {
  return useQuery(usageOf(useSession().petstore));
}

/** Whether the role allows to change anything; not until it is known. */
export function useMayWrite(): boolean {
  const role = useRole();
  return role === 'member' || role === 'manager';
}

/** The account's role, by which nothing is offered that it does not allow. Asked for when the first animals are there: they come first. */
export function useRole(): Usage['role'] | undefined {
  const { petstore, isReady } = useSession();
  const isEnabled = useStore(isReady);
  return useQuery({ ...usageOf(petstore), enabled: isEnabled }).data?.role;
}
