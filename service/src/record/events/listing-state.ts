import { Type } from 'typebox';
import { timeText } from '../../platform/core/clock.ts';
import { parseJson, stringifyJson } from '../../platform/core/json.ts';
import { entityTag } from '../../platform/http/responses/etag.ts';

/*
 * The members of a listing besides the pet, the profile and the photos. The events of pets have them as well, so that a copy
 * that follows the feed equals the listings.
 */

/** Unix milliseconds. Null for a pet of an older store whose events are not kept. */
export interface PetTimes {
  readonly createdAt: bigint | null;
  /** Also null if the pet never had a status. */
  readonly statusChangedAt: bigint | null;
  /** The last change of the pet, its profile or its photos. */
  readonly updatedAt: bigint | null;
}

export interface ListingState extends PetTimes {
  readonly petTag: string;
  readonly profileTag: string;
  /** The address of the public page; undefined if public pages are off. */
  readonly url: string | undefined;
}

/** Returns the address of the public page of an animal. */
export type UrlOf = (pet: { readonly id: bigint; readonly name: string }) => string;

/** The JSON of a profile without fields. */
export const NO_PROFILE = '{}';

const TAG_OF_NO_PROFILE = entityTag(NO_PROFILE);

/** Returns what everyone sees of a profile, from the JSON that the store has (docs/adr/0098). */
export function shownProfile(profile: string): string {
  if (!profile.includes('"microchip":')) return profile;
  // Ids of other animals may have more digits than a double.
  const hasIds = profile.includes('"bondedWith":');
  const parsed = hasIds ? parseJson(profile) : JSON.parse(profile);
  const { microchip: _, ...shown } = parsed as Record<string, unknown>; // the JSON of a profile
  return hasIds ? stringifyJson(shown) : JSON.stringify(shown);
}

/** Returns the tag of what everyone sees of a profile, as the store has it: null if no field is set. */
export function profileTagOf(profile: string | null): string {
  return shownProfileTag(profile === null ? NO_PROFILE : shownProfile(profile));
}

/** Returns the tag of what everyone sees of a profile. */
export function shownProfileTag(shown: string): string {
  return shown === NO_PROFILE ? TAG_OF_NO_PROFILE : entityTag(shown);
}

function time(description: string) {
  return Type.Optional(Type.String({ format: 'date-time', description: `${description} In UTC.` }));
}

function tag(operation: string) {
  return Type.String({ description: `The \`ETag\` that \`If-Match\` of \`${operation}\` takes.` });
}

export const listingStateFields = {
  createdAt: time('When the animal was added.'),
  statusChangedAt: time('When its status was last set.'),
  updatedAt: time('The last change of the animal, its profile or its photos.'),
  url: Type.Optional(
    Type.String({
      format: 'uri',
      description:
        'The address of the public page of the animal, which anyone can read while the animal is available or on hold. Absent if public pages are off.',
    }),
  ),
  etags: Type.Object(
    { pet: tag('changePet'), profile: tag('changeProfile') },
    { description: 'For conditional changes of the parts of a listing.' },
  ),
};

/** Returns the members as JSON of the API, without the braces. `etags` is the last one. */
export function listingStateJson({ petTag, profileTag, url, ...times }: ListingState): string {
  const { createdAt, statusChangedAt, updatedAt } = times;
  return (
    timeMember('createdAt', createdAt) +
    timeMember('statusChangedAt', statusChangedAt) +
    timeMember('updatedAt', updatedAt) +
    (url === undefined ? '' : urlMember(url)) +
    `"etags":{"pet":${quotedTag(petTag)},"profile":${quotedTag(profileTag)}}`
  );
}

/** Returns the JSON of a stored listing with the address of its page, which depends on the settings of today. */
export function withUrl(listing: string, url: string): string {
  const end = listing.lastIndexOf('"etags":');
  return listing.slice(0, end) + urlMember(url) + listing.slice(end);
}

/** An address needs no escapes. */
function urlMember(url: string): string {
  return `"url":"${url}",`;
}

function timeMember(name: keyof PetTimes, at: bigint | null): string {
  return at === null ? '' : `"${name}":"${timeText(at)}",`;
}

/** Returns a tag as JSON. It has quotes around characters that need no escapes. */
function quotedTag(text: string): string {
  return `"\\"${text.slice(1, -1)}\\""`;
}
