import { Petstore, type PetstoreError } from '@petstore/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { permissionsChanged } from '../animals/changes/permissions.ts';
import { UndoableChanges } from '../animals/changes/undoable-changes.ts';
import { forgetWrongLists } from '../animals/changes/wrong-lists.ts';
import { applyPet, applyRemoval } from '../feed/apply-event.ts';
import { NO_PENDING_UPDATES } from '../feed/pending-updates.ts';
import { Store } from '../store.ts';
import { isAway, isInvalidKey, isNotAllowed, isRefusal } from './failures.ts';
import { PERMISSIONS, USAGE } from './query-keys.ts';
import type { ConnectionProblem, QuotaSnapshot, Session } from './session.ts';

/** Long enough to wait for the next minute when the quota is used up; a ban is shown instead. */
const PATIENCE = { attempts: 8, seconds: 75 };
/** When what failed because the service is away is asked for again. */
const RETRY_SECONDS = 30;

/**
 * A session with a key.
 *
 * @param onInvalidKey told when the service no longer knows the key.
 */
export function startSession(apiKey: string, onInvalidKey: (error: PetstoreError) => void): Session {
  const quota = new Store<QuotaSnapshot | undefined>(undefined);
  const standstill = new Store<ConnectionProblem | undefined>(undefined);
  const isReady = new Store(false);
  const stop = (error: Error, seconds: number | undefined) =>
    standstill.set({ error, until: seconds === undefined ? undefined : Date.now() + seconds * 1000 });
  const petstore = new Petstore({
    baseUrl: location.origin,
    apiKey,
    retry: PATIENCE,
    // What is sent while the page is being closed must outlive it.
    fetch: (input, init) => fetch(input, { ...init, keepalive: document.visibilityState === 'hidden' }),
    onQuota: (told) => quota.set({ ...told, at: Date.now() }),
    onWait: ({ error, seconds }) => stop(error, isRefusal(error) ? seconds : undefined),
  });
  let isOver = false;
  const failed = (error: unknown) => {
    if (isOver || !(error instanceof Error)) return;
    if (isInvalidKey(error)) onInvalidKey(error);
    else if (isRefusal(error)) stop(error, error.retryAfter);
    else if (isAway(error)) stop(error, RETRY_SECONDS);
    else if (isNotAllowed(error)) {
      // The role or the animal has changed since the page was told what it may offer.
      for (const queryKey of [PERMISSIONS, USAGE]) queries.invalidateQueries({ queryKey });
    }
  };
  const goOn = () => {
    if (standstill.get() === undefined) return;
    standstill.set(undefined);
    queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  const succeeded = () => {
    isReady.set(true);
    goOn();
  };
  const queries = new QueryClient({
    // The client repeats by itself, and the feed tells what changed.
    defaultOptions: {
      // A browser that is offline reaches a service on its own network all the same.
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 60_000 },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: failed, onSuccess: succeeded }),
    mutationCache: new MutationCache({ onError: failed, onSuccess: succeeded }),
  });
  forgetWrongLists(queries);
  const news = new Store(NO_PENDING_UPDATES);
  const changes = new UndoableChanges({
    petstore,
    onDone: (pet, changed) => {
      if (changed === undefined) applyRemoval({ news }, pet);
      else applyPet({ queries, news }, changed, false);
      permissionsChanged(queries, [{ pet: changed }]);
      queries.invalidateQueries({ queryKey: ['history', String(pet.id)] });
      succeeded();
    },
    onFailed: failed,
  });
  const end = () => {
    isOver = true;
    changes.end();
    queries.clear();
  };
  return { apiKey, petstore, queries, quota, standstill, isReady, news, changes, goOn, failed, end };
}
