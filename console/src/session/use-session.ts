import type { Usage } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useObservable } from '../observable.ts';
import { usageOf } from '../queries/usage-query.ts';
import type { SignedInPerson } from './credential.ts';
import { mayListPeople } from './may-list-people.ts';
import type { ConnectionProblem, QuotaSnapshot, Session } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session. Components that use it are only rendered after sign-in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession needs a signed-in user');
  return session;
}

/** Returns the person who is signed in; undefined for an API key. */
export function usePerson(): SignedInPerson | undefined {
  return useObservable(useSession().credential).person;
}

/** Returns both windows as the last response reported them. */
export function useQuota(): QuotaSnapshot | undefined {
  return useObservable(useSession().quota);
}

export function useConnectionProblem(): ConnectionProblem | undefined {
  return useObservable(useSession().connectionProblem);
}

export function useUsage() {
  return useQuery(usageOf(useSession().petstore));
}

/** Returns true if the role allows changes of animals; false until the role is known. */
export function useMayWrite(): boolean {
  const role = useRole();
  return role !== undefined && role !== 'reader';
}

/** Returns true if the role sees applications, and not only orders; undefined until the role is known. */
export function useSeesApplications(): boolean | undefined {
  const role = useRole();
  return role === undefined ? undefined : role !== 'reader' && role !== 'volunteer';
}

/** Returns true if the role may also remove animals and handle applications; false until the role is known. */
export function useMayManage(): boolean {
  return useSeesApplications() === true;
}

/** Returns true for those who invite, change and remove persons; undefined until it is known. Admins always do. */
export function useMayManagePeople(): boolean | undefined {
  const { petstore } = useSession();
  const role = useRole();
  // Of the others those whose role is that of their account, which only the service knows.
  const isUncertain = usePerson() !== undefined && (role === 'member' || role === 'manager');
  const { data } = useQuery({ ...mayListPeople(petstore, role), enabled: isUncertain });
  if (isUncertain) return data;
  return role === undefined ? undefined : role === 'admin';
}

/** Returns the role of the account. It is requested after the first page of data, which has priority. */
export function useRole(): Usage['role'] | undefined {
  const { petstore, isReady } = useSession();
  const isEnabled = useObservable(isReady);
  return useQuery({ ...usageOf(petstore), enabled: isEnabled }).data?.role;
}
