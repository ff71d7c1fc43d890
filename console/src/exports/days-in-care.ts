import type { Listing } from '@petstore/client';
import { daysSince } from '../ui/local-text.ts';

/**
 * Returns how many days an animal has been in care: since it was taken in, or since it was added, until it was adopted.
 * Undefined if the store does not know that any more.
 */
export function daysInCare(listing: Listing, now: number, timeZone: string): number | undefined {
  const { profile, createdAt } = listing;
  const since = profile.intakeDate ?? createdAt;
  const until = lastDay(listing, now);
  return since === undefined || until === undefined ? undefined : daysSince(since, until, timeZone);
}

function lastDay({ pet, statusChangedAt }: Listing, now: number): number | undefined {
  if (pet.status !== 'sold') return now;
  return statusChangedAt === undefined ? undefined : Date.parse(statusChangedAt);
}
