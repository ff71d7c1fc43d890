import { timeText } from '../../platform/core/clock.ts';
import { parseJson } from '../../platform/core/json.ts';
import { entityTag } from '../../platform/http/responses/etag.ts';
import type { StoredEvent } from './event-query.ts';
import { type ListingState, listingStateJson, profileTagOf, type UrlOf, withUrl } from './listing-state.ts';

const LISTING_START = '{"pet":';
/** What follows the pet in a listing. In a name, the quotation mark is escaped. */
const AFTER_PET = ',"profile":';

/**
 * Returns an event as JSON of the API. Inserts the stored JSON of the pet, the listing, the order or the category; the member has
 * the name before the dot.
 *
 * @param urlOf undefined if public pages are off.
 */
export function eventJson(event: StoredEvent, urlOf: UrlOf | undefined): string {
  const { id, type, at, body } = event;
  const subject = type.slice(0, type.indexOf('.'));
  const start = `{"id":${id},"type":"${type}","at":"${timeText(at)}","${subject}":`;
  if (subject === 'listing') return `${start}${currentListing(body, urlOf)}}`;
  const state = stateOf(event);
  if (event.mergedInto !== null) return `${start}${body},"mergedInto":${event.mergedInto}}`;
  if (state === undefined) return `${start}${body}}`;
  return `${start}${body},${listingStateJson({ ...state, petTag: entityTag(body), url: urlOf?.(petOf(body)) })}}`;
}

function currentListing(body: string, urlOf: UrlOf | undefined): string {
  if (urlOf === undefined) return body;
  const pet = petOf(body.slice(LISTING_START.length, body.indexOf(AFTER_PET)));
  return withUrl(body, urlOf(pet));
}

function petOf(json: string): Parameters<UrlOf>[0] {
  return parseJson(json) as Parameters<UrlOf>[0]; // the service has written it
}

/** Returns the state of the listing after an event of a pet; undefined if the pet was deleted, or if the event has no state. */
function stateOf({
  type,
  at,
  body,
  profileTag,
  createdAt,
  statusChangedAt,
}: StoredEvent): Omit<ListingState, 'petTag' | 'url'> | undefined {
  const updatedAt = BigInt(at);
  // That of a restored pet has a state, like those of changes.
  if (type === 'pet.created' && profileTag === null) {
    const hasStatus = body.includes('"status":');
    return {
      createdAt: updatedAt,
      statusChangedAt: hasStatus ? updatedAt : null,
      updatedAt,
      profileTag: profileTagOf(null),
    };
  }
  return profileTag === null ? undefined : { createdAt, statusChangedAt, updatedAt, profileTag };
}
