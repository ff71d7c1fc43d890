import type { Event } from '@petstore/client';
import { memo } from 'react';
import { hrefOf } from '../route.ts';
import { useTimeZone } from '../session/use-settings.ts';
import { inZone } from '../ui/local-text.ts';
import { eventWords } from './event-words.ts';

/** Shows events by day, in the time zone of the shelter. The list is long, so it renders only when it changes. */
export const ActivityLog = memo(function ActivityLog({ events }: { events: readonly Event[] }) {
  const timeZone = useTimeZone();
  return byDay(events, timeZone).map(({ day, events: ofDay }) => (
    <section key={day} className="activity-day" aria-label={day}>
      <h2>{day}</h2>
      <ol className="events">
        {ofDay.map((event) => (
          <EventRow key={String(event.id)} event={event} timeZone={timeZone} />
        ))}
      </ol>
    </section>
  ));
});

/** Without the day, which is in the heading above. */
function EventRow({ event, timeZone }: { event: Event; timeZone: string }) {
  const { before, animal, petId, after } = eventWords(event);
  return (
    <li>
      <time dateTime={event.at}>{inZone('time', event.at, timeZone)}</time>
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
      </p>
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
