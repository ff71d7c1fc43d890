import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError, quote } from '../core/errors.ts';
import { Int64, int64FromDigits } from '../core/int64.ts';
import type { Database } from '../database/database.ts';
import { sendJson } from '../http/responses/json-response.ts';
import { DEFAULT_PAGE_SIZE, pageParameters } from '../http/responses/pagination.ts';
import { EVENTS_EXAMPLE } from './event.ts';
import type { StoredEvent, Viewer } from './event-query.ts';
import { gapAfter, lastPurgedId, latestEventId, readEvents } from './event-store.ts';

export interface EventRouteDependencies {
  database: Database;
  /** Returns the viewer that sends a request. */
  viewerOf(request: FastifyRequest): Viewer;
}

const LATEST = 'latest';
/** The id of an event, or 0 for the beginning of the feed. */
const POSITION = /^\d{1,19}$/;

export function eventRoutes({ database, viewerOf }: EventRouteDependencies): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/events',
      {
        schema: {
          operationId: 'listEvents',
          tags: ['Events'],
          summary: 'Follow the changes',
          description:
            'Returns what changed after an event, oldest first. `Link` with `rel="next"` always has the next position, even if there was no event. To keep a copy: take the end of the feed (`after=latest`), read the catalogue, then follow the feed. With `petId` it is the history of one animal, which costs the same however long the feed is.',
          querystring: Type.Object({
            limit: pageParameters.limit,
            after: Type.Optional(
              Type.String({
                description:
                  'The id of the last event that the client has, or `latest` for the end of the feed. The default is the beginning: the oldest event that is stored.',
                pattern: '^(latest|[0-9]{1,19})$',
                examples: ['42'],
              }),
            ),
            petId: Type.Optional(
              Int64({ description: 'Only the events of this animal and of its orders.', examples: [3562n] }),
            ),
          }),
          response: {
            200: {
              ...Type.Unsafe<object[]>({ $ref: 'Events#' }),
              description: 'A page of the feed.',
              examples: [EVENTS_EXAMPLE],
            },
          },
        },
        config: { stability: 'experimental', ignoresUnknownParameters: true, errors: ['events_expired'] },
      },
      async (request, reply) => {
        const { after, limit = DEFAULT_PAGE_SIZE, petId } = request.query;
        const { events, lastScannedId } = await read(database, {
          after,
          limit,
          petId,
          viewer: viewerOf(request),
        });
        const filter = petId === undefined ? '' : `petId=${petId}&`;
        reply.header('Link', `</v1/events?${filter}limit=${limit}&after=${lastScannedId}>; rel="next"`);
        reply.header('Cache-Control', 'no-store');
        return sendJson(reply, `[${events.map(eventJson).join(',')}]`);
      },
    );
  };
}

async function read(
  database: Database,
  { after, ...rest }: { after: string | undefined; limit: number; petId: bigint | undefined; viewer: Viewer },
): Promise<{ events: StoredEvent[]; lastScannedId: bigint }> {
  const db = database.read;
  if (after === LATEST) return { events: [], lastScannedId: await latestEventId(database) };
  const position = after === undefined ? await lastPurgedId(db) : positionOf(after);
  const page = await readEvents(database, { after: position, ...rest });
  // After the events were read, so that it also finds a gap that a purge leaves in between.
  const gap = await gapAfter(db, position);
  if (gap === 'purged') throw eventsExpired(`Events after ${position} are no longer stored.`);
  const isAhead = page.lastScannedId === position && position > (await latestEventId(database));
  if (gap === 'skipped' || isAhead) {
    throw eventsExpired(`Event ${position} does not exist: the store was restored to an earlier time.`);
  }
  return page;
}

function positionOf(after: string): bigint {
  const position = POSITION.test(after) ? int64FromDigits(after) : undefined;
  if (position !== undefined) return position;
  throw new ApiError(
    'invalid_parameter',
    `after must be the id of an event or "${LATEST}"; got ${quote(after)}.`,
  );
}

function eventsExpired(why: string): ApiError {
  return new ApiError(
    'events_expired',
    `${why} Take the end of the feed with after=${LATEST}, read the catalogue, and follow the feed from there.`,
  );
}

/** Inserts the stored JSON of the pet or the order unchanged. */
function eventJson({ id, type, at, body }: StoredEvent): string {
  const subject = type.startsWith('pet.') ? 'pet' : 'order';
  return `{"id":${id},"type":"${type}","at":"${new Date(at).toISOString()}","${subject}":${body}}`;
}
