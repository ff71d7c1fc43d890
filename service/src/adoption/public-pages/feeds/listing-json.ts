import { type Listing, listingJson } from '../../../catalogue/listings/listing.ts';
import { animalUrls } from '../addresses.ts';
import type { Site } from '../public-page.ts';
import type { Kind } from '../texts/texts.ts';

/**
 * Returns a listing as JSON of the API, with its kind, the address of its page, and the names and addresses of those that it goes together
 * with. A reason for which it was not for adoption is for the shelter only, and stays in the profile when the animal is available again.
 */
export function publicListingJson(
  listing: Listing,
  { publicUrl }: Site,
  companions: readonly Listing[],
  kind: Kind,
): string {
  const { notForAdoptionReason, ...others } = listing.profile;
  const shown = notForAdoptionReason === undefined ? listing.profile : others;
  const urlOf = animalUrls(publicUrl);
  const json = listingJson(listing, publicUrl, urlOf, shown);
  const withKind = `${json.slice(0, -1)},"kind":"${kind}"`;
  if (companions.length === 0) return `${withKind}}`;
  const together = companions.map(
    ({ pet }) => `{"id":${pet.id},"name":${JSON.stringify(pet.name)},"url":${JSON.stringify(urlOf(pet))}}`,
  );
  return `${withKind},"companions":[${together}]}`;
}
