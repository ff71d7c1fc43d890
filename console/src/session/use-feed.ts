import { useEffect } from 'react';
import { useObservable } from '../observable.ts';
import { applyEvent } from '../queries/apply-changes.ts';
import { invalidateCategories } from '../queries/category-queries.ts';
import { isEventsExpired, isInvalidKey } from '../queries/errors.ts';
import { NO_PENDING_UPDATES } from '../queries/pending-updates.ts';
import { invalidatePermissions } from '../queries/permission-queries.ts';
import { SUMMARY } from '../queries/summary-query.ts';
import type { Session } from './session.ts';
import { useSession } from './use-session.ts';

const RECONNECT_MS = 30_000;
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
      if (isEventsExpired(error)) continue;
      session.reportError(error);
      if (isInvalidKey(error)) return;
      await waitToReconnect(signal);
    }
  }
}

/** Reads what is shown again after the first page of the feed: it may have changed before that. Then applies each event. */
async function follow(session: Session, signal: AbortSignal): Promise<void> {
  let isFirst = true;
  for await (const { items } of session.petstore.events.pages({ after: 'latest', signal })) {
    if (isFirst) {
      session.pendingUpdates.set(NO_PENDING_UPDATES);
      session.queries.invalidateQueries({
        predicate: ({ queryKey: [name], state }) => state.status === 'success' && !NOT_READ_AGAIN.has(name),
      });
    }
    isFirst = false;
    session.resume();
    for (const event of items) applyEvent(session, event);
    invalidatePermissions(session.queries, items);
    invalidateCategories(session.queries, items);
    if (items.length > 0) session.queries.invalidateQueries({ queryKey: SUMMARY });
  }
}

function waitToReconnect(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, RECONNECT_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
