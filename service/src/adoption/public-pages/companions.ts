import type { Listing } from '../../catalogue/listings/listing.ts';
import { readListings } from '../../catalogue/listings/listing-queries.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { CompanionsOf } from './views/together.ts';

/** Returns a function for the animals that an animal goes together with, of which visitors have a page (docs/adr/0097). */
export function companionsOf(db: Queries, listings: readonly Listing[]): MaybePromise<CompanionsOf> {
  const ids = [...new Set(listings.flatMap(bondedWith))];
  return andThen(readListings(db, ids), (found) => {
    const shown = found.filter(({ pet: { status } }) => status === 'available' || status === 'pending');
    return (listing) => shown.filter(({ pet }) => bondedWith(listing).includes(pet.id));
  });
}

const NO_ONE: readonly bigint[] = [];

/** Few profiles have a group, and parsing all of a page takes long. */
function bondedWith({ profile, profileText }: Listing): readonly bigint[] {
  if (profileText !== undefined && !profileText.includes('"bondedWith":')) return NO_ONE;
  return profile.bondedWith ?? NO_ONE;
}
