import { PetstoreError } from '@petstore/client';
import { useEffect } from 'react';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { applyEvent } from './apply-event.ts';
import { NO_NEWS } from './news.ts';

/** Follows the feed for as long as somebody is signed in, so that what others do is seen without a reload. */
export function useFeed(): void {
  const session = useSession();
  const isReady = useStore(session.isReady);
  useEffect(() => {
    if (!isReady) return;
    const end = new AbortController();
    keepFollowing(session, end.signal).catch(session.failed);
    return () => end.abort();
  }, [session, isReady]);
}

async function keepFollowing(session: Session, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(session, signal);
    } catch (error) {
      const wasAwayTooLong = error instanceof PetstoreError && error.code === 'events_expired';
      if (!wasAwayTooLong) throw error;
    }
  }
}

/** What the feed tells nothing of. */
const UNTOLD = new Set<unknown>(['usage', 'categories']);

/** The head first, then what is shown once more, since it may have changed before the head; then every change. */
async function follow(session: Session, signal: AbortSignal): Promise<void> {
  let isFirst = true;
  for await (const { items } of session.petstore.events.pages({ after: 'latest', signal })) {
    if (isFirst) {
      session.news.set(NO_NEWS);
      session.queries.invalidateQueries({
        predicate: ({ queryKey: [what], state }) => state.status === 'success' && !UNTOLD.has(what),
      });
    }
    isFirst = false;
    session.goOn();
    for (const event of items) applyEvent(session, event);
  }
}
