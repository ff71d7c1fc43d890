import { useEffect } from 'react';
import { permissionsChanged } from '../animals/changes/permissions.ts';
import { isExpired, isInvalidKey } from '../session/failures.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { applyEvent } from './apply-event.ts';
import { NO_PENDING_UPDATES } from './pending-updates.ts';

const REST_AFTER_FAILURE_MS = 30_000;
/** What the feed tells nothing of. */
const UNTOLD = new Set<unknown>(['usage', 'categories']);

/** Follows the feed for as long as somebody is signed in, so that what others do is seen without a reload. */
export function useFeed(): void {
  const session = useSession();
  const isReady = useStore(session.isReady);
  useEffect(() => {
    if (!isReady) return;
    const end = new AbortController();
    keepFollowing(session, end.signal);
    return () => end.abort();
  }, [session, isReady]);
}

/** Begins again from the head when the feed breaks off: by a proxy's page, or because this tab was away for too long. */
async function keepFollowing(session: Session, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(session, signal);
    } catch (error) {
      if (isExpired(error)) continue;
      session.failed(error);
      if (isInvalidKey(error)) return;
      await rest(signal);
    }
  }
}

/** The head first, then what is shown once more, since it may have changed before the head; then every change. */
async function follow(session: Session, signal: AbortSignal): Promise<void> {
  let isFirst = true;
  for await (const { items } of session.petstore.events.pages({ after: 'latest', signal })) {
    if (isFirst) {
      session.news.set(NO_PENDING_UPDATES);
      session.queries.invalidateQueries({
        predicate: ({ queryKey: [what], state }) => state.status === 'success' && !UNTOLD.has(what),
      });
    }
    isFirst = false;
    session.goOn();
    for (const event of items) applyEvent(session, event);
    permissionsChanged(session.queries, items);
  }
}

function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, REST_AFTER_FAILURE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
