import { Petstore, type PetstoreError } from '@petstore/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Observable } from '../observable.ts';
import { historyKey } from '../queries/animal-queries.ts';
import { applyPet, applyRemoval } from '../queries/apply-changes.ts';
import { isInvalidKey, isNotAllowed, isTooManyRequests, isUnavailable } from '../queries/errors.ts';
import { NO_PENDING_UPDATES } from '../queries/pending-updates.ts';
import { invalidatePermissions, PERMISSIONS } from '../queries/permission-queries.ts';
import { dropStaleListsWhenLeft } from '../queries/stale-lists.ts';
import { USAGE } from '../queries/usage-query.ts';
import { UndoableChanges } from './changes/undoable-changes.ts';
import { type Credential, ownerOf } from './credential.ts';
import { sendWithCredential } from './send-with-credential.ts';
import type { ConnectionProblem, QuotaSnapshot, Session } from './session.ts';

/** Long enough to wait for the next minute when the quota is used up. A ban lasts longer and is shown. */
const RETRY = { attempts: 8, seconds: 75 };
/** The time between two attempts while the service is unavailable. */
const RETRY_SECONDS = 30;

/** The client demands a key. Each request gets the credential that the session has at that time. */
const REPLACED_KEY = 'replaced';

/**
 * Starts a session with a key, or with the tokens of a person.
 *
 * @param onInvalidKey called when the service refuses the credential of the first request.
 */
export function startSession(first: Credential, onInvalidKey: (error: PetstoreError) => void): Session {
  const credential = new Observable(first);
  const keyProblem = new Observable<Error | undefined>(undefined);
  const quota = new Observable<QuotaSnapshot | undefined>(undefined);
  const connectionProblem = new Observable<ConnectionProblem | undefined>(undefined);
  const isReady = new Observable(false);
  const pause = (error: Error, seconds: number | undefined) =>
    connectionProblem.set({ error, until: seconds === undefined ? undefined : Date.now() + seconds * 1000 });
  const clientWith = (more?: RequestInit) =>
    new Petstore({
      baseUrl: location.origin,
      apiKey: REPLACED_KEY,
      retry: RETRY,
      fetch: (input, init) => sendWithCredential(credential.get(), input, { ...init, ...more }),
      onQuota: (windows) => quota.set({ ...windows, at: Date.now() }),
      onWait: ({ error, seconds }) => pause(error, isTooManyRequests(error) ? seconds : undefined),
    });
  const petstore = clientWith();
  let isOver = false;
  /** The service has accepted the credential, and refuses only one request. */
  const onRefused = (error: Error) => {
    isReady.set(true);
    if (!isNotAllowed(error)) return;
    // The role or the animal has changed since the permissions were read.
    for (const queryKey of [PERMISSIONS, USAGE]) queries.invalidateQueries({ queryKey });
  };
  const reportError = (error: unknown) => {
    if (isOver || !(error instanceof Error)) return;
    if (isInvalidKey(error)) {
      if (isReady.get()) keyProblem.set(error);
      else onInvalidKey(error);
    } else if (isTooManyRequests(error)) pause(error, error.retryAfter);
    else if (isUnavailable(error)) pause(error, RETRY_SECONDS);
    else onRefused(error);
  };
  const resume = () => {
    if (connectionProblem.get() === undefined) return;
    connectionProblem.set(undefined);
    queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  const onSuccess = () => {
    isReady.set(true);
    resume();
  };
  const queries = new QueryClient({
    // The client retries by itself, and the feed reports changes.
    defaultOptions: {
      // `always`: a browser that is offline can still reach a service on the local network.
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 60_000 },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: reportError, onSuccess }),
    mutationCache: new MutationCache({ onError: reportError, onSuccess }),
  });
  dropStaleListsWhenLeft(queries);
  const pendingUpdates = new Observable(NO_PENDING_UPDATES);
  const changes = new UndoableChanges({
    petstore: clientWith({ keepalive: true }),
    owner: () => ownerOf(credential.get()),
    onDone: (pet, changed) => {
      if (changed === undefined) applyRemoval({ pendingUpdates }, pet);
      else applyPet({ queries, pendingUpdates }, changed, false);
      invalidatePermissions(queries, [{ pet: changed }]);
      queries.invalidateQueries({ queryKey: historyKey(pet.id) });
      onSuccess();
    },
    onSentAgain: () => {
      queries.invalidateQueries();
      onSuccess();
    },
    onFailed: reportError,
  });
  const goOnWith = (renewed: Credential) => {
    credential.set(renewed);
    keyProblem.set(undefined);
    connectionProblem.set(undefined);
    queries.invalidateQueries();
  };
  const end = () => {
    isOver = true;
    changes.end();
    queries.clear();
  };
  return {
    credential,
    keyProblem,
    petstore,
    queries,
    quota,
    connectionProblem,
    isReady,
    pendingUpdates,
    changes,
    resume,
    reportError,
    goOnWith,
    end,
  };
}
