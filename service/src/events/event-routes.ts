import { Type } from 'typebox';
import { ApiError } from '../core/errors.ts';
import { Int64, int64FromDigits } from '../core/int64.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import { DEFAULT_PAGE_SIZE, pageParameters } from '../http/responses/pagination.ts';
import { Representation } from '../http/responses/representation.ts';
import { type Exchange, type Route, route } from '../http/route.ts';
import { EVENTS_EXAMPLE } from './event.ts';
import { eventJson } from './event-json.ts';
import { type EventPage, gapAfter, lastPurgedId, latestEventId, readEvents } from './event-queries.ts';
import type { Viewer } from './event-query.ts';
import type { UrlOf } from './listing-state.ts';

export interface EventRouteDependencies {
  database: Database;
  /** Returns the viewer that sends a request. */
  viewerOf(exchange: Exchange): Viewer;
  /** Returns undefined if public pages are off now. */
  urlOf: () => MaybePromise<UrlOf | undefined>;
}

const LATEST = 'latest';
/** The id of an event, or 0 for the beginning of the feed. */
const POSITION = /^\d{1,19}$/;

export const EVENT_FORMATS = {
  'event-position': (text: string) =>
    text === LATEST || (POSITION.test(text) && int64FromDigits(text) !== undefined)
      ? undefined
      : `must be the id of an event or "${LATEST}"`,
};

export function eventRoutes({ database, viewerOf, urlOf }: EventRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/events',
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Follow the changes',
        description:
          'Returns what changed after an event, oldest first. `Link` with `rel="next"` always has the next position, even if there was no event. To keep a copy: take the end of the feed (`after=latest`), read the catalogue, then follow the feed. With `petId` it is the history of one animal, which costs the same however long the feed is.',
        query: Type.Object({
          limit: pageParameters.limit,
          after: Type.Optional(
            Type.String({
              description:
                'The id of the last event that the client has, or `latest` for the end of the feed. The default is the beginning: the oldest event that is stored.',
              format: 'event-position',
              pattern: '^(latest|[0-9]{1,19})$',
              examples: ['42'],
            }),
          ),
          petId: Type.Optional(
            Int64({ description: 'Only the events of this animal and of its orders.', examples: [3562n] }),
          ),
        }),
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'Events#' }),
            description: 'A page of the feed.',
            examples: [EVENTS_EXAMPLE],
          },
        },
      },
      stability: 'experimental',
      cache: 'account',
      errors: ['events_expired'],
      isForWebPages: true,
      handle: (exchange, { query: { after, limit = DEFAULT_PAGE_SIZE, petId } }) => {
        const page = { limit, petId, viewer: viewerOf(exchange) };
        return andThen(urlOf(), (url) =>
          andThen(read(database, after, page), ({ events, lastScannedId }) => {
            const filter = petId === undefined ? '' : `petId=${petId}&`;
            const link = `</v1/events?${filter}limit=${limit}&after=${lastScannedId}>; rel="next"`;
            const items = events.map((event) => eventJson(event, url)).join(',');
            return Representation.transient(`[${items}]`, link);
          }),
        );
      },
    }),
  ];
}

interface Page {
  readonly limit: number;
  readonly petId: bigint | undefined;
  readonly viewer: Viewer;
}

function read(database: Database, after: string | undefined, page: Page): MaybePromise<EventPage> {
  if (after === LATEST) {
    return andThen(latestEventId(database), (lastScannedId) => ({ events: [], lastScannedId }));
  }
  const first = after === undefined ? lastPurgedId(database.read) : BigInt(after);
  return andThen(first, (position) =>
    andThen(readEvents(database, { after: position, ...page }), (found) =>
      // After the events were read, so that it also finds a gap that a purge leaves in between.
      andThen(refuseGap(database, position, found), () => found),
    ),
  );
}

/** @throws {ApiError} `events_expired` if the events after the position are not complete. */
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
