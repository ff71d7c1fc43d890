import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import './activity.css';
import { type ActivityChunk, activityLog } from '../queries/activity-queries.ts';
import { MAX_WAITING, pendingActivity, showActivity } from '../queries/pending-activity.ts';
import { ActivityLog } from './activity-log.tsx';

/** The activity log, newest first. */
export function ActivityPage() {
  const { petstore, queries } = useSession();
  const log = useInfiniteQuery(activityLog(petstore));
  const { shown, waiting } = useStore(pendingActivity(queries));
  // Show waiting events when the page opens: nothing is displayed yet that could move.
  useLayoutEffect(() => showActivity(queries), [queries]);
  const newest = log.data?.pages[0]?.newest;
  const events = useMemo(() => [...eventsAfter(newest, shown), ...read(log.data)], [newest, shown, log.data]);
  return (
    <Page title="Activity">
      <NewEvents count={eventsAfter(newest, waiting).length} onShow={() => showActivity(queries)} />
      <ListState
        isLoading={log.isLoading}
        error={log.error}
        // A chunk can be empty although more follow: all its events may be hidden from this account.
        isEmpty={events.length === 0 && !log.hasNextPage}
        onRetry={log.refetch}
        skeleton={<Skeleton rows={14} className="events-skeleton" />}
        empty={<p>No events yet. New animals and orders appear here.</p>}
      >
        <ActivityLog events={events} />
        <More
          list={log}
          isLoading={log.isFetching}
          end={wasCut(log.data) ? 'Earlier events are no longer kept.' : 'No earlier events.'}
        />
      </ListState>
    </Page>
  );
}

function NewEvents({ count, onShow }: { count: number; onShow(): void }) {
  const many = count > MAX_WAITING ? `More than ${MAX_WAITING} new events` : `${count} new events`;
  return <PendingUpdatesBar count={count} text={count === 1 ? '1 new event' : many} onShow={onShow} />;
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
