import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { decodeCursor, encodeCursor } from '../core/cursor.ts';
import { ApiError, echo } from '../core/errors.ts';
import { sendJson } from './json-answer.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** The query parameters that every list has. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Maximum number of items returned.',
    }),
  ),
  sort: Type.Optional(
    Type.Unsafe<'-id' | 'id'>({
      type: 'string',
      enum: ['-id', 'id'],
      default: '-id',
      description: '`-id` for newest first, `id` for oldest first.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      format: 'cursor',
      description:
        'A position in the list, taken as it is from the `Link` header of the page before. It belongs to its filters and its order.',
    }),
  ),
};

/** The request headers that every list reads. */
export const pageHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The `ETag` of a page that the caller has; 304 if it is still the same.' }),
  ),
});

export interface PageRequest {
  limit: number;
  order: 'newest first' | 'oldest first';
  /** Last id of the page before. */
  after: bigint | undefined;
  /** What the list is filtered and sorted by, as in a query. */
  filters: string;
  /** Which list it is: its path and its filters. A cursor belongs to it. */
  list: string;
}

interface PageQuery {
  limit?: number;
  sort?: '-id' | 'id';
  cursor?: string;
}

/**
 * Reads what a request for a page asks. `filters` are the list's own, as the caller gave them.
 *
 * @throws {ApiError} `invalid_parameter` for a cursor that is damaged or belongs to other filters.
 */
export function pageRequest(
  { query, routeOptions }: { query: PageQuery; routeOptions: { url?: string } },
  filters: Record<string, string | bigint | undefined>,
): PageRequest {
  const sort = query.sort === 'id' ? 'id' : undefined;
  const given = Object.entries({ ...filters, sort }).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const list = `${routeOptions.url}?${text}`;
  return {
    limit: query.limit ?? DEFAULT_LIMIT,
    order: sort === 'id' ? 'oldest first' : 'newest first',
    after: query.cursor === undefined ? undefined : lastIdOf(query.cursor, list),
    filters: text,
    list,
  };
}

function lastIdOf(cursor: string, list: string): bigint {
  const decoded = decodeCursor(cursor, list);
  if (typeof decoded === 'bigint') return decoded;
  const fault =
    decoded === 'damaged'
      ? 'is not one that this service gave out'
      : 'belongs to another list, other filters or another order';
  throw new ApiError(
    'invalid_parameter',
    `cursor ${fault}, and is ${echo(cursor)}. Take it from the Link header of the page before, or begin without one.`,
  );
}

/**
 * Answers one page: the body as a bare array, `Link` to the next page (RFC 8288) when there is one, `ETag` over both,
 * and 304 when the caller has it already.
 *
 * @param found one item more than the page holds, if there are as many.
 */
export function sendPage<Item extends { id: bigint }>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageRequest,
  found: readonly Item[],
): FastifyReply {
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  const link = found.length > page.limit && last !== undefined ? nextLink(request, page, last.id) : '';
  const body = String(reply.serialize(items));
  const etag = `"${hash('sha256', link + body, 'base64url').slice(0, 27)}"`;
  if (link !== '') reply.header('Link', link);
  reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
  if (hasCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return sendJson(reply, body);
}

function nextLink(request: FastifyRequest, page: PageRequest, lastId: bigint): string {
  const path = request.routeOptions.url ?? '';
  const cursor = encodeCursor(page.list, lastId);
  const filters = page.filters === '' ? '' : `${page.filters}&`;
  return `<${path}?${filters}limit=${page.limit}&cursor=${cursor}>; rel="next"`;
}

/** Weak comparison, as RFC 9110, section 13.1.2 asks for `If-None-Match`. */
function hasCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || (header.match(/"[^"]*"/g)?.includes(etag) ?? false);
}
