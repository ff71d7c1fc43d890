import { Type } from 'typebox';
import { decodeCursor, encodeCursor, isCursor, type Place } from '../../core/cursor.ts';
import { quote } from '../../core/errors.ts';
import { fieldError } from '../../core/field-faults.ts';
import { Representation } from './representation.ts';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;
/** A page ends before an item that would make its body larger, unless that is its first one. */
export const MAX_PAGE_BYTES = 512 * 1024;
/** The longest encoding of a UTF-16 code unit in UTF-8. */
const MAX_UNIT_BYTES = 3;

type Sort = '-id' | 'id';

/** The end of a sentence about a cursor that is no valid one. */
export const NOT_COPIED = 'must be copied from the Link header of the previous page, or left out';

/** The format of a cursor. Whether it belongs to a list depends on the other parameters. */
export const PAGE_FORMATS = {
  cursor: (text: string) => (isCursor(text) ? undefined : NOT_COPIED),
};

/** The query parameters of every list. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      default: DEFAULT_PAGE_SIZE,
      description:
        'Maximum number of items returned. A page with large texts has fewer: it ends at 512 KB, and `Link` leads on.',
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
      format: 'cursor',
      pattern: '^[A-Za-z0-9_-]{1,1000}$',
      description:
        'A position in the list. Copy it from the `Link` header of the previous page. It is valid only with the same filters and order.',
    }),
  ),
};

/** The request headers of every list. */
export const pageHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of a page that the client has. If the page has not changed, the response is 304.',
    }),
  ),
});

/** The documentation of the 304 of every list. */
export const PAGE_UNCHANGED = Type.Null({
  description: 'The page is still the one that `If-None-Match` names.',
});

/** How an approximate search found its items: by an id, by the reference of an import, or by similar names. */
export type SearchMatch = 'id' | 'reference' | 'similar';

export type ListOrder = 'newest first' | 'oldest first';

export interface PageRequest {
  /** The path of the list. */
  path: string;
  limit: number;
  /** How many rows to read: one more than `limit`, which shows whether there is a next page. */
  rowLimit: number;
  order: ListOrder;
  /** The last id of the previous page. */
  after: bigint | undefined;
  /** The filters and the order of the list, encoded as a query. */
  filters: string;
  /** Identifies the list: its path and filters. A cursor is valid for one list. */
  list: string;
}

export interface PageQuery {
  limit?: number;
  /** Lists of listings have other orders as well. */
  sort?: string;
  cursor?: string;
}

/**
 * Builds the request for a page. `filters` are the parameters of this list, as the client sent them. `defaultSort` is the
 * order if the client sends none.
 *
 * @throws {ApiError} `invalid_parameter` for a cursor that is damaged or belongs to other filters.
 */
export function pageRequest(
  path: string,
  query: PageQuery,
  filters: Record<string, string | bigint | undefined>,
  defaultSort: Sort = '-id',
): PageRequest {
  const { sort = defaultSort, limit = DEFAULT_PAGE_SIZE } = query;
  const otherSort = sort === defaultSort ? undefined : sort;
  const given = Object.entries({ ...filters, sort: otherSort }).filter(([, value]) => value !== undefined);
  const text =
    given.length === 0
      ? ''
      : new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const list = `${path}?${text}`;
  return {
    path,
    limit,
    rowLimit: limit + 1,
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
      ? NOT_COPIED
      : `belongs to another list, other filters or another order: it ${NOT_COPIED}`;
  throw fieldError('invalid_parameter', 'cursor', `${fault}; got ${quote(cursor)}`);
}

/**
 * Builds a page.
 *
 * @param found up to `page.rowLimit` items.
 * @param encode returns the JSON of an item.
 * @param represent by default as `Representation.tagged`.
 */
export function buildPage<Item extends { readonly id: bigint }>(
  page: PageRequest,
  found: readonly Item[],
  encode: (item: Item) => string,
  represent?: (json: string, link: string) => Representation,
): Representation {
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  const examined = found.length > page.limit ? last?.id : undefined;
  return buildSearchPage(page, { items, examined }, encode, ({ id }) => id, represent);
}

/**
 * Builds a page that may have fewer than `limit` items although there are more.
 *
 * @param found `examined` is the last position that was examined; undefined at the end of the list. `match` is absent if the items
 * have the words of the search.
 * @param encode returns the JSON of an item.
 * @param positionOf returns the position of an item in the list.
 */
export function buildSearchPage<Item>(
  page: PageRequest,
  {
    items,
    examined,
    match,
  }: {
    readonly items: readonly Item[];
    readonly examined: bigint | Place | undefined;
    readonly match?: SearchMatch | undefined;
  },
  encode: (item: Item) => string,
  positionOf: (item: Item) => bigint | Place,
  represent: (json: string, link: string, match?: string) => Representation = Representation.tagged,
): Representation {
  const texts = encodeWithin(items, encode);
  const last = texts.length < items.length ? items[texts.length - 1] : undefined;
  const end = last === undefined ? examined : positionOf(last);
  const link = end === undefined ? '' : nextLink(page, end);
  return represent(`[${texts.join(',')}]`, link, match);
}

/** Encodes items up to the bytes of a page, and at least one. */
function encodeWithin<Item>(items: readonly Item[], encode: (item: Item) => string): string[] {
  const texts: string[] = [];
  let units = 0;
  let bytes = 0;
  for (const item of items) {
    const text = encode(item);
    units += text.length + 1;
    // Counting bytes takes longer than comparing lengths, which is enough for most pages.
    if (units * MAX_UNIT_BYTES > MAX_PAGE_BYTES && texts.length > 0) {
      bytes ||= texts.reduce((sum, one) => sum + Buffer.byteLength(one) + 1, 1);
      bytes += Buffer.byteLength(text) + 1;
      if (bytes > MAX_PAGE_BYTES) return texts;
    }
    texts.push(text);
  }
  return texts;
}

/** Returns how many of the first items a page takes, at least one, before they are read. Their JSON has at least these bytes. */
export function countOnPage(sizes: readonly number[]): number {
  let bytes = 0;
  const end = sizes.findIndex((size) => {
    bytes += size;
    return bytes > MAX_PAGE_BYTES;
  });
  return end === -1 ? sizes.length : Math.max(end, 1);
}

function nextLink({ path, list, filters, limit }: PageRequest, last: bigint | Place): string {
  const given = filters === '' ? '' : `${filters}&`;
  return `<${path}?${given}limit=${limit}&cursor=${encodeCursor(list, last)}>; rel="next"`;
}
