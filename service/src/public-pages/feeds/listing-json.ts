import { type Listing, listingJson } from '../../listings/listing.ts';
import { animalUrls } from '../addresses.ts';
import type { Site } from '../public-page.ts';

/**
 * Returns a listing as JSON of the API, with the address of the animal's page. A reason for which it was not for adoption is for
 * the shelter only, and stays in the profile when the animal is available again.
 */
export function publicListingJson(listing: Listing, { publicUrl }: Site): string {
  const { notForAdoptionReason, ...others } = listing.profile;
  const shown = notForAdoptionReason === undefined ? listing.profile : others;
  return listingJson(listing, publicUrl, animalUrls(publicUrl), shown);
}
