import { type Listing, listingJson } from '../../listings/listing.ts';
import { animalPath } from '../addresses.ts';
import type { Site } from '../public-page.ts';

/** Returns a listing as JSON of the API, with the address of the animal's page. */
export function publicListingJson(listing: Listing, { publicUrl }: Site): string {
  const url = JSON.stringify(publicUrl + animalPath(listing.pet));
  return `{"url":${url},${listingJson(listing, publicUrl).slice(1)}`;
}
