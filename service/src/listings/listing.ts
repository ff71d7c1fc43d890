import { Type } from 'typebox';
import { timeText } from '../core/clock.ts';
import { LISTING_EXAMPLE } from '../http/openapi/examples.ts';
import { entityTag } from '../http/responses/etag.ts';
import { type Pet, petJson } from '../pets/pet.ts';
import { type Photo, photoJson } from '../photos/photo.ts';
import { NO_PROFILE, type Profile, profileJson } from './profile.ts';

/** Unix milliseconds. Null for a pet of an older store whose events are not kept. */
interface PetTimes {
  readonly createdAt: bigint | null;
  /** Also null if the pet never had a status. */
  readonly statusChangedAt: bigint | null;
  /** The last change of the pet, its profile or its photos. */
  readonly updatedAt: bigint | null;
}

/** What an adopter sees of one animal. */
export interface Listing extends PetTimes {
  readonly pet: Pet;
  readonly profile: Profile;
  /** The profile as JSON of the API, as the store has it. */
  readonly profileText?: string;
  /** In the order of their positions. */
  readonly photos: readonly Photo[];
}

function time(description: string) {
  return Type.Optional(Type.String({ format: 'date-time', description: `${description} In UTC.` }));
}

function tag(operation: string) {
  return Type.String({ description: `The \`ETag\` that \`If-Match\` of \`${operation}\` takes.` });
}

const ListingSchema = Type.Object(
  {
    pet: Type.Unsafe<Pet>({ $ref: 'Pet#' }),
    profile: Type.Unsafe<Profile>({ $ref: 'Profile#' }),
    photos: Type.Array(Type.Unsafe<Photo>({ $ref: 'Photo#' }), {
      description: 'The photos; the first one is the cover.',
    }),
    createdAt: time('When the animal was added.'),
    statusChangedAt: time('When its status was last set.'),
    updatedAt: time('The last change of the animal, its profile or its photos.'),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'The address of the public page of the animal, which anyone can read while the animal is available or on hold. Absent if public pages are off, and in events.',
      }),
    ),
    etags: Type.Object(
      { pet: tag('changePet'), profile: tag('changeProfile') },
      { description: 'For conditional changes of the parts of a listing.' },
    ),
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

const TAG_OF_NO_PROFILE = entityTag(NO_PROFILE);

/** Returns the address of the public page of an animal. */
export type UrlOf = (pet: Pet) => string;

/** Returns a listing as JSON of the API, without `url` if no function for it is passed. */
export function listingJson(listing: Listing, publicUrl: string, urlOf?: UrlOf): string {
  const { pet, photos, createdAt, statusChangedAt, updatedAt } = listing;
  const petText = petJson(pet);
  const profileText = listing.profileText ?? profileJson(listing.profile);
  const profileTag = profileText === NO_PROFILE ? TAG_OF_NO_PROFILE : entityTag(profileText);
  const photosText = photos.map((photo) => photoJson(photo, publicUrl)).join(',');
  const times =
    timeMember('createdAt', createdAt) +
    timeMember('statusChangedAt', statusChangedAt) +
    timeMember('updatedAt', updatedAt);
  const etags = `{"pet":${quotedTag(entityTag(petText))},"profile":${quotedTag(profileTag)}}`;
  const page = urlOf === undefined ? '' : `"url":"${urlOf(pet)}",`;
  return `{"pet":${petText},"profile":${profileText},"photos":[${photosText}],${times}${page}"etags":${etags}}`;
}

/** Returns a tag as JSON. It has quotes around characters that need no escapes. */
function quotedTag(tag: string): string {
  return `"\\"${tag.slice(1, -1)}\\""`;
}

function timeMember(name: keyof PetTimes, at: bigint | null): string {
  return at === null ? '' : `"${name}":"${timeText(at)}",`;
}
