import { invalidateCategories } from '../../queries/category-queries.ts';
import { invalidatePermissions } from '../../queries/permission-queries.ts';
import { SUMMARY } from '../../queries/summary-query.ts';
import type { Session } from '../session.ts';
import { applyEvent } from './apply-event.ts';
import { livePages } from './live-pages.ts';

/** Applies each event after a position, until the signal is aborted. */
export async function applyLive(session: Session, after: bigint, signal: AbortSignal): Promise<void> {
  for await (const { items, next } of livePages(session, after, signal)) {
    session.changes.feedPosition = next;
    session.resume();
    for (const event of items) applyEvent(session, event);
    invalidatePermissions(session.queries, items);
    invalidateCategories(session.queries, items);
    if (items.length > 0) session.queries.invalidateQueries({ queryKey: SUMMARY });
  }
}
