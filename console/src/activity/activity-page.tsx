import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { useObservable } from '../observable.ts';
import { useSession } from '../session/use-session.ts';
import { ListState } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import './activity.css';
import { type ActivityChunk, activityLog } from '../queries/activity/activity-queries.ts';
import { MAX_WAITING, pendingActivity, showActivity } from '../queries/activity/pending-activity.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ActivityLog, EventsSkeleton } from './activity-log.tsx';
import { TEXTS } from './activity-texts.ts';

/** The activity log, newest first. */
export function ActivityPage() {
  const { petstore, queries } = useSession();
  const log = useInfiniteQuery(activityLog(petstore));
  const { shown, waiting } = useObservable(pendingActivity(queries));
  // Show waiting events when the page opens: nothing is displayed yet that could move.
  useLayoutEffect(() => showActivity(queries), [queries]);
  const newest = log.data?.pages[0]?.newest;
  const events = useMemo(() => [...eventsAfter(newest, shown), ...read(log.data)], [newest, shown, log.data]);
  return (
    <Page title={PAGE_NAMES.activity}>
      <NewEvents count={eventsAfter(newest, waiting).length} onShow={() => showActivity(queries)} />
      <ListState
        isLoading={log.isLoading}
        error={log.error}
        // A chunk can be empty although more follow: all its events may be hidden from this account.
        isEmpty={events.length === 0 && !log.hasNextPage}
        onRetry={log.refetch}
        skeleton={<EventsSkeleton />}
        empty={<p>{TEXTS.none}</p>}
      >
        <ActivityLog events={events} />
        <More list={log} isLoading={log.isFetching} end={wasCut(log.data) ? TEXTS.cut : TEXTS.end} />
      </ListState>
    </Page>
  );
}

function NewEvents({ count, onShow }: { count: number; onShow(): void }) {
  const text = count > MAX_WAITING ? TEXTS.moreThan(MAX_WAITING) : TEXTS.newEvents(count);
  return <PendingUpdatesBar count={count} text={text} onShow={onShow} />;
}

type Log = InfiniteData<ActivityChunk, unknown> | undefined;

function read(log: Log) {
  return log?.pages.flatMap(({ items }) => items) ?? [];
}

function wasCut(log: Log): boolean {
  return log?.pages.at(-1)?.isCut ?? false;
}

/** Returns the events that the log does not contain. */
function eventsAfter<Item extends { id: bigint }>(
  newest: bigint | undefined,
  events: readonly Item[],
): Item[] {
  return newest === undefined ? [] : events.filter(({ id }) => id > newest);
}
