import { useEffect } from 'react';
import { useObservable } from '../observable.ts';
import { isEventsExpired, isInvalidKey } from '../queries/errors.ts';
import { NO_PENDING_UPDATES } from '../queries/pending-updates.ts';
import type { Session } from './session.ts';
import { useSession } from './use-session.ts';

const RECONNECT_MS = 30_000;
const LOADING_MS = 5_000;
/** Not read again when the feed begins: no event changes the usage, and categories are read again every ten minutes. */
const NOT_READ_AGAIN = new Set<unknown>(['usage', 'categories']);

/** Follows the feed while the user is signed in, so that changes by others appear without a reload. */
export function useFeed(): void {
  const session = useSession();
  const isReady = useObservable(session.isReady);
  const mayRead = useObservable(session.keyProblem) === undefined;
  useEffect(() => {
    if (!isReady || !mayRead) return;
    const end = new AbortController();
    keepFollowing(session, end.signal);
    return () => end.abort();
  }, [session, isReady, mayRead]);
}

/** Starts again at the end of the feed after an error, for example if the tab slept until the next events had expired. */
async function keepFollowing(session: Session, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(session, signal);
    } catch (error) {
      if (signal.aborted || isEventsExpired(error)) continue;
      session.reportError(error);
      if (isInvalidKey(error)) return;
      await pause(RECONNECT_MS, signal);
    }
  }
}

/** Reads what is shown again when the position in the feed is known: it may have changed before that. Then applies each event. */
async function follow(session: Session, signal: AbortSignal): Promise<void> {
  const { next } = await session.petstore.events.page({ after: 'latest' }, { signal });
  session.changes.feedPosition = next;
  session.pendingUpdates.set(NO_PENDING_UPDATES);
  session.queries.invalidateQueries({
    predicate: ({ queryKey: [name], state }) => state.status === 'success' && !NOT_READ_AGAIN.has(name),
  });
  session.resume();
  // What follows is loaded when the first page is shown.
  await pause(LOADING_MS, signal);
  await (await import('./feed/live-feed.ts')).applyLive(session, next, signal);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
