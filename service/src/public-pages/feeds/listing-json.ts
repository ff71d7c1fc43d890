import { type Listing, listingJson } from '../../listings/listing.ts';
import { animalUrls } from '../addresses.ts';
import type { Site } from '../public-page.ts';

/** Returns a listing as JSON of the API, with the address of the animal's page. */
export function publicListingJson(listing: Listing, { publicUrl }: Site): string {
  return listingJson(listing, publicUrl, animalUrls(publicUrl));
}
