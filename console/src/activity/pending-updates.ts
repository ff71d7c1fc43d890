import type { Event } from '@petstore/client';
import type { QueryClient } from '@tanstack/react-query';
import { Store } from '../store.ts';
import { ACTIVITY } from './activity-queries.ts';

/** What the feed told since the log was read; each newest first. Those that the log has too are left out where it is shown. */
export interface PendingActivity {
  /** Not shown yet: the reader says when, so that nothing moves under their eyes. */
  readonly waiting: readonly Event[];
  /** Shown above what was read. */
  readonly shown: readonly Event[];
}

/** Of an import of thousands not all are kept: beyond this many the log is read again from its head. */
export const MOST_WAITING = 100;

const stores = new WeakMap<QueryClient, Store<PendingActivity>>();

/** The news of a session, which has one cache. */
export function pendingActivity(queries: QueryClient): Store<PendingActivity> {
  const known = stores.get(queries);
  if (known !== undefined) return known;
  const store = new Store<PendingActivity>({ waiting: [], shown: [] });
  stores.set(queries, store);
  return store;
}

/** Takes an event of the feed, in the feed's order; costs no request. */
export function prependActivity(queries: QueryClient, event: Event): void {
  const store = pendingActivity(queries);
  const { waiting, shown } = store.get();
  const last = waiting[0] ?? shown[0];
  // Ids only go up, except when the service was put back to a backup: what is here was undone.
  if (last !== undefined && event.id <= last.id) store.set({ waiting: [event], shown: [] });
  else store.set({ waiting: [event, ...waiting].slice(0, MOST_WAITING + 1), shown });
}

/** Puts what waits on top of the log. */
export function showActivity(queries: QueryClient): void {
  const store = pendingActivity(queries);
  const { waiting, shown } = store.get();
  if (waiting.length <= MOST_WAITING) {
    if (waiting.length > 0) store.set({ waiting: [], shown: [...waiting, ...shown] });
    return;
  }
  store.set({ waiting: [], shown: [] });
  queries.resetQueries({ queryKey: ACTIVITY });
}
