import { Petstore, type PetstoreError, type Quota } from '@petstore/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Removals } from '../animals/removals.ts';
import { forgetWrongLists } from '../animals/wrong-lists.ts';
import { type News, NO_NEWS } from '../feed/news.ts';
import { Store } from '../store.ts';
import { isAway, isInvalidKey, isRefusal } from './failures.ts';

/** Why nothing goes on for now, and until when if that is known. */
export interface Standstill {
  error: Error;
  /** Unix milliseconds. */
  until: number | undefined;
}

/** Both windows, and when an answer told them, in Unix milliseconds. */
export type ToldQuota = Quota & { at: number };

/** One signed-in tab: its client, what it has read, and what the service last said about the quota. */
export interface Session {
  readonly apiKey: string;
  readonly petstore: Petstore;
  readonly queries: QueryClient;
  readonly quota: Store<ToldQuota | undefined>;
  readonly standstill: Store<Standstill | undefined>;
  /** Something was read: what is not needed for the first sight may be asked for now. */
  readonly isReady: Store<boolean>;
  /** What the feed told of and no list shows yet. */
  readonly news: Store<News>;
  /** Animals that are being removed. */
  readonly removals: Removals;
  /** Says that it goes on: what failed and is shown is read again. */
  goOn(): void;
  /** Says what a failed call means for the whole page, if it means something. */
  failed(error: unknown): void;
  /** Takes back what was not sent yet, and hears of nothing that comes later. */
  end(): void;
}

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
  const quota = new Store<ToldQuota | undefined>(undefined);
  const standstill = new Store<Standstill | undefined>(undefined);
  const isReady = new Store(false);
  const stop = (error: Error, seconds: number | undefined) =>
    standstill.set({ error, until: seconds === undefined ? undefined : Date.now() + seconds * 1000 });
  const petstore = new Petstore({
    baseUrl: location.origin,
    apiKey,
    retry: PATIENCE,
    onQuota: (told) => quota.set({ ...told, at: Date.now() }),
    onWait: ({ error, seconds }) => stop(error, isRefusal(error) ? seconds : undefined),
  });
  let isOver = false;
  const failed = (error: unknown) => {
    if (isOver || !(error instanceof Error)) return;
    if (isInvalidKey(error)) onInvalidKey(error);
    else if (isRefusal(error)) stop(error, error.retryAfter);
    else if (isAway(error)) stop(error, RETRY_SECONDS);
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
  const news = new Store(NO_NEWS);
  const removals = new Removals({ petstore, news, succeeded, failed });
  const end = () => {
    isOver = true;
    removals.end();
    queries.clear();
  };
  return { apiKey, petstore, queries, quota, standstill, isReady, news, removals, goOn, failed, end };
}
