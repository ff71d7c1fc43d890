import { invalidateCategories } from '../../queries/category-queries.ts';
import { invalidatePermissions } from '../../queries/permission-queries.ts';
import { SUMMARY } from '../../queries/summary-query.ts';
import type { Session } from '../session.ts';
import { applyEvent } from './apply-event.ts';
import { livePages } from './live-pages.ts';

/** Today is read again at most so often, however much happens: all people of an account share its quota. */
const SUMMARY_MS = 5_000;

/** Applies each event after a position, until the signal is aborted. */
export async function applyLive(session: Session, after: bigint, signal: AbortSignal): Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  const readSummary = () => {
    isWaiting = false;
    readAt = performance.now();
    if (!signal.aborted) session.queries.invalidateQueries({ queryKey: SUMMARY });
  };
  for await (const { items, next } of livePages(session, after, signal)) {
    session.changes.feedPosition = next;
    session.resume();
    for (const event of items) applyEvent(session, event);
    invalidatePermissions(session.queries, items);
    invalidateCategories(session.queries, items);
    if (items.length === 0 || isWaiting) continue;
    const wait = readAt + SUMMARY_MS - performance.now();
    isWaiting = wait > 0;
    if (isWaiting) setTimeout(readSummary, wait);
    else readSummary();
  }
}
