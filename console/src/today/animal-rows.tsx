import type { Listing } from '@petstore/client';
import { AnimalRow } from './animal-row.tsx';
import { TodayCard } from './today-card.tsx';
import { TEXTS } from './today-texts.ts';

const DAY_MS = 86_400_000;

interface AnimalRowsProps {
  title: string;
  listings: readonly Listing[];
  /** Undefined for an animal of an older store. */
  sinceOf(listing: Listing): string | undefined;
  /** The sentence in place of an empty list. */
  empty: string;
}

/** The animals that have waited for the longest time. */
export function AnimalRows({ title, listings, sinceOf, empty }: AnimalRowsProps) {
  return (
    <TodayCard title={title}>
      {listings.length === 0 && <p className="detail">{empty}</p>}
      <ul>
        {listings.map((listing) => (
          <AnimalRow key={String(listing.pet.id)} listing={listing}>
            {durationSince(sinceOf(listing), Date.now())}
          </AnimalRow>
        ))}
      </ul>
    </TodayCard>
  );
}

function durationSince(at: string | undefined, now: number): string {
  if (at === undefined) return TEXTS.unknownTime;
  const days = Math.floor((now - Date.parse(at)) / DAY_MS);
  return days < 1 ? TEXTS.lessThanADay : TEXTS.days(days);
}
