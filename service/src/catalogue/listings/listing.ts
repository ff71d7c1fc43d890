import { Type } from 'typebox';
import { LISTING_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { entityTag } from '../../platform/http/responses/etag.ts';
import {
  listingStateFields,
  listingStateJson,
  type PetTimes,
  shownProfileTag,
  type UrlOf,
} from '../../record/events/listing-state.ts';
import { type Pet, petJson } from '../pets/pet.ts';
import { type Photo, photoJson } from '../photos/photo.ts';
import { type Profile, profileJson } from './profile.ts';

/** What an adopter sees of one animal. */
export interface Listing extends PetTimes {
  readonly pet: Pet;
  readonly profile: Profile;
  /** The profile as JSON of the API. */
  readonly profileText?: string;
  /** In the order of their positions. */
  readonly photos: readonly Photo[];
}

const ListingSchema = Type.Object(
  {
    pet: Type.Unsafe<Pet>({ $ref: 'Pet#' }),
    profile: Type.Unsafe<Profile>({ $ref: 'Profile#' }),
    photos: Type.Array(Type.Unsafe<Photo>({ $ref: 'Photo#' }), {
      description: 'The photos; the first one is the cover.',
    }),
    ...listingStateFields,
  },
  {
    $id: 'Listing',
    description:
      'One animal with its profile and its photos. A time is absent if the store does not know it any more.',
    examples: [LISTING_EXAMPLE],
  },
);

const ListingsSchema = Type.Array(Type.Unsafe<Listing>({ $ref: 'Listing#' }), {
  $id: 'Listings',
  description: 'A page of listings.',
});

export const LISTING_SCHEMAS = [ListingSchema, ListingsSchema];

/**
 * Returns a listing as JSON of the API, without `url` if no function for it is passed.
 *
 * @param shown the profile that it has, by default its own, which is then not parsed.
 */
export function listingJson(listing: Listing, publicUrl: string, urlOf?: UrlOf, shown?: Profile): string {
  const { pet, photos, createdAt, statusChangedAt, updatedAt } = listing;
  const petText = petJson(pet);
  const profileText = listing.profileText ?? profileJson(listing.profile);
  const isOwn = shown === undefined || shown === listing.profile;
  const shownText = isOwn ? profileText : profileJson(shown);
  const photosText = photos.map((photo) => photoJson(photo, publicUrl)).join(',');
  const state = listingStateJson({
    createdAt,
    statusChangedAt,
    updatedAt,
    petTag: entityTag(petText),
    profileTag: shownProfileTag(profileText),
    url: urlOf?.(pet),
  });
  return `{"pet":${petText},"profile":${shownText},"photos":[${photosText}],${state}}`;
}
