import { ApiError } from '../../platform/core/errors.ts';
import { int64FromDigits } from '../../platform/core/int64.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { lastPurgedId, latestEventId } from './event-ids.ts';
import { type EventPage, gapAfter, readEvents } from './event-queries.ts';
import type { Viewer } from './event-query.ts';

const LATEST = 'latest';
/** The id of an event, or 0 for the beginning of the feed. */
const POSITION = /^\d{1,19}$/;

export const EVENT_FORMATS = {
  'event-position': (text: string) =>
    text === LATEST || isPosition(text) ? undefined : `must be the id of an event or "${LATEST}"`,
};

/** Returns true for the id of an event, or 0. */
export function isPosition(text: string): boolean {
  return POSITION.test(text) && int64FromDigits(text) !== undefined;
}

/** What a request asks of the feed. */
export interface FeedRequest {
  /** The id of the last event that the client has, or `latest`; undefined for the beginning. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly petId: bigint | undefined;
  readonly viewer: Viewer;
}

/** @throws {ApiError} `events_expired` if the events after the position are not complete. */
export function readFeed(database: Database, { after, ...page }: FeedRequest): MaybePromise<EventPage> {
  if (after === LATEST) {
    return andThen(latestEventId(database), (lastScannedId) => ({ events: [], lastScannedId, isEnd: true }));
  }
  const first = after === undefined ? lastPurgedId(database.read) : BigInt(after);
  return andThen(first, (position) =>
    andThen(readEvents(database, { after: position, ...page }), (found) =>
      // After the events were read, so that it also finds a gap that a purge leaves in between.
      andThen(refuseGap(database, position, found), () => found),
    ),
  );
}

/** Returns `Link` to what follows a page. */
export function feedLink({ petId, limit }: Pick<FeedRequest, 'petId' | 'limit'>, lastId: bigint): string {
  const filter = petId === undefined ? '' : `petId=${petId}&`;
  return `</v1/events?${filter}limit=${limit}&after=${lastId}>; rel="next"`;
}

function refuseGap(database: Database, position: bigint, { lastScannedId }: EventPage): MaybePromise<void> {
  return andThen(gapAfter(database.read, position), (gap) => {
    if (gap === 'purged') throw eventsExpired(`Events after ${position} are no longer stored.`);
    if (gap === 'skipped') throw restored(position);
    if (lastScannedId !== position) return undefined;
    return andThen(latestEventId(database), (latest) => {
      if (position > latest) throw restored(position);
    });
  });
}

function restored(position: bigint): ApiError {
  return eventsExpired(`Event ${position} does not exist: the store was restored to an earlier time.`);
}

function eventsExpired(why: string): ApiError {
  return new ApiError(
    'events_expired',
    `${why} Take the end of the feed with after=${LATEST}, read the catalogue, and follow the feed from there.`,
  );
}
