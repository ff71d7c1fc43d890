import type { Event } from '@petstore/client';
import { memo } from 'react';
import { hrefOf } from '../route.ts';
import { locale } from '../texts/language.ts';
import { eventWords } from './event-words.ts';

const DAY = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
/** The day is in the heading above. */
const TIME = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

/** Shows events by day, in the user's time zone. The list is long, so it renders only when it changes. */
export const ActivityLog = memo(function ActivityLog({ events }: { events: readonly Event[] }) {
  return byDay(events).map(({ day, events: ofDay }) => (
    <section key={day} className="activity-day" aria-label={day}>
      <h2>{day}</h2>
      <ol className="events">
        {ofDay.map((event) => (
          <EventRow key={String(event.id)} event={event} />
        ))}
      </ol>
    </section>
  ));
});

function EventRow({ event }: { event: Event }) {
  const { before, animal, petId, after } = eventWords(event);
  return (
    <li>
      <time dateTime={event.at}>{TIME.format(new Date(event.at))}</time>
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

function byDay(events: readonly Event[]): Day[] {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const day = DAY.format(new Date(event.at));
    const known = days.get(day);
    if (known === undefined) days.set(day, [event]);
    else known.push(event);
  }
  return [...days].map(([day, ofDay]) => ({ day, events: ofDay }));
}
