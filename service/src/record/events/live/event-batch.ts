import type { EventType } from '../../../platform/database/column-values.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { eventJson } from '../event-json.ts';
import { maySee, type StoredEvent, type Viewer } from '../event-query.ts';
import { type FeedRequest, feedLink } from '../feed-page.ts';
import type { UrlOf } from '../listing-state.ts';

/** The events that a follower waits for. */
export interface FeedFilter {
  readonly viewer: Viewer;
  /** The animal and those that were merged into it; undefined for all animals. A merge adds to it. */
  readonly petIds: Set<bigint> | undefined;
}

/** An event as it is sent. */
interface SentEvent {
  readonly id: bigint;
  readonly type: EventType;
  readonly json: string;
}

/** Returns events as `text/event-stream`. The JSON has no line breaks. */
export function streamText(events: readonly SentEvent[]): string {
  return events.map(({ id, type, json }) => `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`).join('');
}

/** Returns a text as a chunk of a body (RFC 9112, section 7.1). */
export function chunk(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}

export function sentEvent(event: StoredEvent, urlOf: UrlOf | undefined): SentEvent {
  return { id: event.id, type: event.type, json: eventJson(event, urlOf) };
}

/**
 * Events that were read once for all followers. Followers that may see the same ones share the bytes: with ten thousand of them, to
 * write the JSON for each would take a second and a hundred megabytes.
 */
export class EventBatch {
  /** All events up to it are in this batch, or were before. */
  readonly lastId: bigint;
  readonly #events: readonly StoredEvent[];
  readonly #sent: readonly SentEvent[];
  readonly #streamed = new Map<string, Buffer>();
  readonly #pages = new Map<string, Representation>();

  constructor(events: readonly StoredEvent[], lastId: bigint, urlOf: UrlOf | undefined) {
    this.#events = events;
    this.#sent = events.map((event) => sentEvent(event, urlOf));
    this.lastId = lastId;
  }

  /** Returns the places of the events after a position that a follower waits for. */
  placesFor({ viewer, petIds }: FeedFilter, after: bigint): number[] {
    const places: number[] = [];
    for (const [place, event] of this.#events.entries()) {
      if (event.id > after && isOfPets(event, petIds) && maySee(viewer, event)) places.push(place);
    }
    return places;
  }

  /** Returns the events of these places as one chunk of a `text/event-stream`. */
  streamed(places: readonly number[]): Buffer {
    const key = places.join();
    const known = this.#streamed.get(key);
    if (known !== undefined) return known;
    const bytes = chunk(streamText(this.#at(places)));
    this.#streamed.set(key, bytes);
    return bytes;
  }

  /** Returns the page with the first of these events, as a request gets it. */
  page(places: readonly number[], request: Pick<FeedRequest, 'petId' | 'limit'>): Representation {
    const events = this.#at(places.slice(0, request.limit));
    const lastId = events.length < places.length ? (events.at(-1)?.id ?? this.lastId) : this.lastId;
    const link = feedLink(request, lastId);
    const key = `${places.join()} ${link}`;
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const page = Representation.transient(`[${events.map(({ json }) => json).join(',')}]`, link);
    this.#pages.set(key, page);
    return page;
  }

  #at(places: readonly number[]): SentEvent[] {
    return places.flatMap((place) => this.#sent[place] ?? []);
  }
}

/** Returns true for an event of one of the pets. The history of a pet that is merged into one of them is theirs, too. */
function isOfPets({ petId, mergedInto }: StoredEvent, petIds: Set<bigint> | undefined): boolean {
  if (petIds === undefined) return true;
  if (petId === null) return false;
  if (mergedInto !== null && petIds.has(mergedInto)) petIds.add(petId);
  return petIds.has(petId);
}
