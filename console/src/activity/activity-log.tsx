import type { Event } from '@petstore/client';
import { memo, type ReactNode } from 'react';
import { groupChanges } from '../queries/group-changes.ts';
import { hrefOf } from '../route.ts';
import { useAuthors } from '../session/use-authors.ts';
import { useTimeZone } from '../session/use-settings.ts';
import { Skeleton } from '../ui/list-states.tsx';
import { inZone } from '../ui/local-text.ts';
import { TEXTS } from './activity-texts.ts';
import { eventWords } from './event-words.ts';

/** Shows events by day, in the time zone of the shelter. The list is long, so it renders only when it changes. */
export const ActivityLog = memo(function ActivityLog({ events }: { events: readonly Event[] }) {
  const timeZone = useTimeZone();
  const { authors, isLoading } = useAuthors(events.map(({ id }) => id));
  if (isLoading) return <EventsSkeleton />;
  return byDay(events, timeZone).map(({ day, events: ofDay }) => (
    <section key={day} className="activity-day" aria-label={day}>
      <h2>{day}</h2>
      <ol className="events">
        {groupChanges(ofDay, ({ id, listing }) =>
          listing === undefined ? undefined : `${listing.pet.id} ${authors.get(id) ?? ''}`,
        ).map((group) => (
          <EventGroup key={String(group[0].id)} group={group} timeZone={timeZone} authors={authors} />
        ))}
      </ol>
    </section>
  ));
});

export function EventsSkeleton() {
  return <Skeleton rows={14} className="events-skeleton" />;
}

interface EventGroupProps {
  group: readonly [Event, ...Event[]];
  timeZone: string;
  authors: ReadonlyMap<bigint, string>;
}

/** One event, or several changes of one profile by one author, whose times the user can open. */
function EventGroup({ group, timeZone, authors }: EventGroupProps) {
  const [newest, ...others] = group;
  const author = authors.get(newest.id);
  if (others.length === 0) return <EventRow event={newest} timeZone={timeZone} author={author} />;
  return (
    <EventRow event={newest} timeZone={timeZone} author={author}>
      <details>
        <summary>{TEXTS.profileChanges(group.length)}</summary>
        {group.map(({ id, at }) => inZone('time', at, timeZone) + (id === group.at(-1)?.id ? '' : ', '))}
      </details>
    </EventRow>
  );
}

interface EventRowProps {
  event: Event;
  timeZone: string;
  author: string | undefined;
  children?: ReactNode;
}

/** Without the day, which is in the heading above. */
function EventRow({ event, timeZone, author, children }: EventRowProps) {
  const { before, animal, petId, after } = eventWords(event);
  return (
    <li>
      <time dateTime={event.at}>{inZone('time', event.at, timeZone)}</time>
      <div className="event-words">
        <p>
          {before}
          {petId === undefined ? (
            <bdi>{animal}</bdi>
          ) : (
            <a href={hrefOf({ page: 'animal', id: petId })}>
              <bdi>{animal}</bdi>
            </a>
          )}
          {after}
          {author !== undefined && (
            <span className="author">
              {' · '}
              <bdi>{author}</bdi>
            </span>
          )}
        </p>
        {children}
      </div>
    </li>
  );
}

interface Day {
  day: string;
  events: Event[];
}

function byDay(events: readonly Event[], timeZone: string): Day[] {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const day = inZone('day', event.at, timeZone);
    const known = days.get(day);
    if (known === undefined) days.set(day, [event]);
    else known.push(event);
  }
  return [...days].map(([day, ofDay]) => ({ day, events: ofDay }));
}
