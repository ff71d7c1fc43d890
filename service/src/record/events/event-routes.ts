import { Type } from 'typebox';
import { Int64 } from '../../platform/core/int64.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { DEFAULT_PAGE_SIZE, pageParameters } from '../../platform/http/responses/pagination.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import { EVENTS_EXAMPLE } from './event.ts';
import { eventJson } from './event-json.ts';
import type { Viewer } from './event-query.ts';
import { type FeedRequest, feedLink, readFeed } from './feed-page.ts';
import type { UrlOf } from './listing-state.ts';
import { EVENT_STREAM, FEED_HEADERS, type LiveFeed, pageOf } from './live/live-feed.ts';

export interface EventRouteDependencies {
  database: Database;
  live: LiveFeed;
  /** Returns the viewer that sends a request. */
  viewerOf(exchange: Exchange): Viewer;
  /** Returns undefined if public pages are off now. */
  urlOf: () => MaybePromise<UrlOf | undefined>;
}

/** One event of a stream, for the OpenAPI document. */
const STREAM_EXAMPLE = `id: 45\nevent: category.named\ndata: ${JSON.stringify({
  id: 45,
  type: 'category.named',
  at: '2026-11-21T12:00:00.000Z',
  category: { id: 1, name: 'Dog' },
})}\n\n`;

export function eventRoutes({ database, live, viewerOf, urlOf }: EventRouteDependencies): Route[] {
  const requestOf = (
    exchange: Exchange,
    { after, limit = DEFAULT_PAGE_SIZE, petId }: Partial<Omit<FeedRequest, 'viewer'>>,
  ): FeedRequest => ({ after, limit, petId, viewer: viewerOf(exchange) });
  return [
    route({
      method: 'GET',
      path: '/v1/events',
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Follow the changes',
        description:
          'Returns what changed after an event, oldest first. `Link` with `rel="next"` always has the next position, even if there was no event. To keep a copy: take the end of the feed (`after=latest`), read the catalogue, then follow the feed. With `petId` it is the history of one animal, which costs the same however long the feed is. `Prefer: wait=30` waits for the next event. With `Accept: text/event-stream` the response is a stream of server-sent events, which begins after `Last-Event-ID` or `after`, ignores `limit`, and ends after about an hour.',
        headers: FEED_HEADERS,
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
            otherContent: { [EVENT_STREAM]: { schema: { type: 'string' }, example: STREAM_EXAMPLE } },
          },
        },
      },
      stability: 'experimental',
      cache: 'account',
      errors: ['events_expired', 'too_many_followers'],
      isForWebPages: true,
      live: {
        isLive: live.isLive,
        handle: (exchange, { query }, inPlace) => live.answer(exchange, requestOf(exchange, query), inPlace),
      },
      handle: (exchange, { query }) => {
        const request = requestOf(exchange, query);
        return andThen(urlOf(), (url) =>
          andThen(readFeed(database, request), ({ events, lastScannedId }) =>
            pageOf(
              events.map((event) => eventJson(event, url)),
              feedLink(request, lastScannedId),
            ),
          ),
        );
      },
    }),
  ];
}
