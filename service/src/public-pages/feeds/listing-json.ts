import { type Listing, listingJson } from '../../listings/listing.ts';
import { animalUrls } from '../addresses.ts';
import type { Site } from '../public-page.ts';

/**
 * Returns a listing as JSON of the API, with the address of the animal's page, and the names and addresses of those that it goes together
 * with. A reason for which it was not for adoption is for the shelter only, and stays in the profile when the animal is available again.
 */
export function publicListingJson(
  listing: Listing,
  { publicUrl }: Site,
  companions: readonly Listing[],
): string {
  const { notForAdoptionReason, ...others } = listing.profile;
  const shown = notForAdoptionReason === undefined ? listing.profile : others;
  const urlOf = animalUrls(publicUrl);
  const json = listingJson(listing, publicUrl, urlOf, shown);
  if (companions.length === 0) return json;
  const together = companions.map(
    ({ pet }) => `{"id":${pet.id},"name":${JSON.stringify(pet.name)},"url":${JSON.stringify(urlOf(pet))}}`,
  );
  return `${json.slice(0, -1)},"companions":[${together}]}`;
}
