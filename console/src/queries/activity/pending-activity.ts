import type { Event } from '@petstore/client';
import type { QueryClient } from '@tanstack/react-query';
import { Observable } from '../../observable.ts';
import { ACTIVITY } from './activity-queries.ts';

/** The events since the log was read, newest first. The log may contain some of them; the page does not show these twice. */
export interface PendingActivity {
  /** Not shown until the user asks for them, so that nothing moves while they read. */
  readonly waiting: readonly Event[];
  /** Shown above the log. */
  readonly shown: readonly Event[];
}

/** If more events wait, for example after an import, the log is read again instead. */
export const MAX_WAITING = 100;

const activities = new WeakMap<QueryClient, Observable<PendingActivity>>();

/** Returns the pending activity of a session, which has one query client. */
export function pendingActivity(queries: QueryClient): Observable<PendingActivity> {
  const known = activities.get(queries);
  if (known !== undefined) return known;
  const activity = new Observable<PendingActivity>({ waiting: [], shown: [] });
  activities.set(queries, activity);
  return activity;
}

/** Adds an event, in the order of the feed. */
export function addActivity(queries: QueryClient, event: Event): void {
  const activity = pendingActivity(queries);
  const { waiting, shown } = activity.get();
  const last = waiting[0] ?? shown[0];
  // Ids only increase, unless the service was restored from a backup, which undoes the known events.
  if (last !== undefined && event.id <= last.id) activity.set({ waiting: [event], shown: [] });
  else activity.set({ waiting: [event, ...waiting].slice(0, MAX_WAITING + 1), shown });
}

/** Shows the waiting events above the log. */
export function showActivity(queries: QueryClient): void {
  const activity = pendingActivity(queries);
  const { waiting, shown } = activity.get();
  if (waiting.length <= MAX_WAITING) {
    if (waiting.length > 0) activity.set({ waiting: [], shown: [...waiting, ...shown] });
    return;
  }
  activity.set({ waiting: [], shown: [] });
  queries.resetQueries({ queryKey: ACTIVITY });
}
