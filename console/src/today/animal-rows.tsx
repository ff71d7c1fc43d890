import type { Listing } from '@petstore/client';
import { daysSince } from '../ui/local-text.ts';
import { AnimalRow } from './animal-row.tsx';
import { TodayCard } from './today-card.tsx';
import { TEXTS } from './today-texts.ts';

interface AnimalRowsProps {
  title: string;
  listings: readonly Listing[];
  /** The zone whose days count. */
  timeZone: string;
  /** Returns a moment or a day; undefined for an animal of an older store. */
  sinceOf(listing: Listing): string | undefined;
  /** The sentence in place of an empty list. */
  empty: string;
}

/** The animals that have waited for the longest time. */
export function AnimalRows({ title, listings, timeZone, sinceOf, empty }: AnimalRowsProps) {
  return (
    <TodayCard title={title}>
      {listings.length === 0 && <p className="detail">{empty}</p>}
      <ul>
        {listings.map((listing) => (
          <AnimalRow key={String(listing.pet.id)} listing={listing}>
            {durationSince(sinceOf(listing), timeZone)}
          </AnimalRow>
        ))}
      </ul>
    </TodayCard>
  );
}

function durationSince(at: string | undefined, timeZone: string): string {
  if (at === undefined) return TEXTS.unknownTime;
  const days = daysSince(at, Date.now(), timeZone);
  return days === 0 ? TEXTS.sinceToday : TEXTS.days(days);
}
