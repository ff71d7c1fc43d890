import type { Event, Listing, PetEvent } from '../contract.ts';

/**
 * Returns the listing of an animal after an event of that animal, as `listings.get` would have returned it; undefined if the
 * animal was removed. Use it to keep a copy of the listings without reading them again.
 *
 * @param before the listing before the event; undefined if there is none yet.
 */
export function listingAfter(before: Listing | undefined, event: Event): Listing | undefined {
  if (event.listing !== undefined) return event.listing;
  if (event.pet === undefined) return before;
  if (event.type === 'pet.deleted') return undefined;
  if (event.type === 'pet.created') return withState({ profile: {}, photos: [] }, event);
  return before && withState(before, event);
}

/** An event that an older version recorded has no state: then only the animal is replaced. */
function withState(
  before: Pick<Listing, 'profile' | 'photos'> & Partial<Listing>,
  { pet, createdAt, statusChangedAt, updatedAt, url, etags }: PetEvent,
): Listing | undefined {
  if (etags === undefined) return before.etags && { ...before, pet, etags: before.etags };
  const { profile, photos } = before;
  return { pet, profile, photos, createdAt, statusChangedAt, updatedAt, url, etags };
}
