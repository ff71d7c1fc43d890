import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { Page } from '../ui/page.tsx';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import './activity.css';
import { ActivityLog } from './activity-log.tsx';
import { type ActivityPart, activityLog } from './activity-queries.ts';
import { MOST_WAITING, pendingActivity, showActivity } from './pending-updates.ts';

/** What happened in the catalogue, newest first. */
export function ActivityPage() {
  const { petstore, queries } = useSession();
  const log = useInfiniteQuery(activityLog(petstore));
  const { shown, waiting } = useStore(pendingActivity(queries));
  // Who opens the page has nothing before their eyes yet that could move.
  useLayoutEffect(() => showActivity(queries), [queries]);
  const head = log.data?.pages[0]?.newest;
  const events = useMemo(() => [...after(head, shown), ...read(log.data)], [head, shown, log.data]);
  return (
    <Page title="Activity">
      <NewEvents count={after(head, waiting).length} onShow={() => showActivity(queries)} />
      <ListState
        isLoading={log.isLoading}
        error={log.error}
        // What others may see and this account may not can fill whole parts of the feed.
        isEmpty={events.length === 0 && !log.hasNextPage}
        onRetry={log.refetch}
        skeleton={<Skeleton rows={14} className="events-to-come" />}
        empty={<p>Nothing has happened yet. When animals are added or orders placed, it is told here.</p>}
      >
        <ActivityLog events={events} />
        <More
          list={log}
          isLoading={log.isFetching}
          end={wasCut(log.data) ? 'Earlier events are no longer kept.' : 'This is where it began.'}
        />
      </ListState>
    </Page>
  );
}

function NewEvents({ count, onShow }: { count: number; onShow(): void }) {
  const many = count > MOST_WAITING ? `More than ${MOST_WAITING} new events` : `${count} new events`;
  return <PendingUpdatesBar count={count} text={count === 1 ? '1 new event' : many} onShow={onShow} />;
}

type Log = InfiniteData<ActivityPart, unknown> | undefined;

function read(log: Log) {
  return log?.pages.flatMap(({ items }) => items) ?? [];
}

function wasCut(log: Log): boolean {
  return log?.pages.at(-1)?.isCut ?? false;
}

/** Those that the log does not have itself. */
function after<Item extends { id: bigint }>(head: bigint | undefined, events: readonly Item[]): Item[] {
  return head === undefined ? [] : events.filter(({ id }) => id > head);
}
