import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { ApiError, quote } from '../../core/errors.ts';
import { codingFor } from './compress.ts';
import { setCoding } from './compress-responses.ts';
import { entityTag, hasCurrent } from './etag.ts';
import { REVALIDATE_PRIVATE, sendJson, sendUnlessCurrent } from './json-response.ts';
import { ReadyPage } from './ready-page.ts';

const DEFAULT_LIMIT = 20;
export const MAX_PAGE_SIZE = 100;

type Sort = '-id' | 'id';

/** The query parameters that every list has. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      default: DEFAULT_LIMIT,
      description: 'Maximum number of items returned.',
    }),
  ),
  sort: Type.Optional(
    Type.Unsafe<Sort>({
      type: 'string',
      enum: ['-id', 'id'],
      default: '-id',
      description: '`-id` for newest first, `id` for oldest first.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,100}$',
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
  /** The path of the list. */
  path: string;
  limit: number;
  order: 'newest first' | 'oldest first';
  /** Last id of the page before. */
  after: bigint | undefined;
  /** What the list is filtered and sorted by, as in a query. */
  filters: string;
  /** Which list it is: its path and its filters. A cursor belongs to it. */
  list: string;
}

export interface PageQuery {
  limit?: number;
  sort?: Sort;
  cursor?: string;
}

/**
 * Reads what a request for a page asks. `filters` are the list's own, as the caller gave them. `defaultSort` is the order
 * of the list if the caller names none.
 *
 * @throws {ApiError} `invalid_parameter` for a cursor that is damaged or belongs to other filters.
 */
export function pageRequest(
  path: string,
  query: PageQuery,
  filters: Record<string, string | bigint | undefined>,
  defaultSort: Sort = '-id',
): PageRequest {
  const { sort = defaultSort } = query;
  const otherSort = sort === defaultSort ? undefined : sort;
  const given = Object.entries({ ...filters, sort: otherSort }).filter(([, value]) => value !== undefined);
  const text =
    given.length === 0
      ? ''
      : new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const list = `${path}?${text}`;
  return {
    path,
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
    `cursor ${fault}, and is ${quote(cursor)}. Take it from the Link header of the page before, or begin without one.`,
  );
}

interface PageItems<Item> {
  idOf(item: Item): bigint;
  /** The JSON array of the items. */
  encode(items: readonly Item[]): string;
}

/** @param found one item more than the page holds, if there are as many. */
export function buildPage<Item>(
  page: PageRequest,
  found: readonly Item[],
  { idOf, encode }: PageItems<Item>,
): ReadyPage {
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  const link = found.length > page.limit && last !== undefined ? nextLink(page, idOf(last)) : '';
  const body = encode(items);
  const isAscii = Buffer.byteLength(body) === body.length;
  return new ReadyPage({ body: isAscii ? body : Buffer.from(body), link, etag: entityTag(link + body) });
}

/** Answers a page; 304 when the caller has it already. */
export async function sendReadyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ReadyPage,
): Promise<FastifyReply> {
  if (page.link !== '') reply.header('Link', page.link);
  const coding = codingFor(request.headers['accept-encoding'], page.body);
  if (coding === undefined || hasCurrent(request, page.etag)) return sendUnlessCurrent(request, reply, page);
  reply.header('ETag', page.etag).header('Cache-Control', REVALIDATE_PRIVATE);
  setCoding(reply, coding);
  return sendJson(reply, await page.compressed(coding));
}

/** Answers a page of a list as the operation's schema says. `found` is what `readyPage` takes. */
export function sendPage<Item extends { readonly id: bigint }>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageRequest,
  found: readonly Item[],
): Promise<FastifyReply> {
  const encode = (items: readonly Item[]) => String(reply.serialize(items));
  return sendReadyPage(request, reply, buildPage(page, found, { idOf: ({ id }) => id, encode }));
}

function nextLink({ path, list, filters, limit }: PageRequest, lastId: bigint): string {
  const given = filters === '' ? '' : `${filters}&`;
  return `<${path}?${given}limit=${limit}&cursor=${encodeCursor(list, lastId)}>; rel="next"`;
}
