import type { Exchange } from '../exchange.ts';
import type { Answer } from './answer.ts';
import { codingFor } from './compress.ts';
import { REVALIDATE_PRIVATE } from './constant-headers.ts';
import { checkTag, codedTag, hasCurrent, readPreconditionsOf } from './etag.ts';
import type { Representation } from './representation.ts';

/**
 * Returns the response to a read: 304 without a body if `If-None-Match` contains the tag.
 *
 * @throws {ApiError} for an operation with `If-Match`: `invalid_parameter` if it is malformed, `precondition_failed`.
 */
export function responseToRead({ request, route }: Exchange, representation: Representation): Answer {
  const { etag, link } = representation;
  const headers = link === '' ? [] : ['link', link];
  if (etag === undefined) return { status: 200, headers: [...headers, ...NO_STORE], body: representation };
  if (request.headers['if-match'] !== undefined && route?.comparesIfMatch === true) {
    checkTag(readPreconditionsOf(request), etag);
  }
  headers.push('cache-control', REVALIDATE_PRIVATE);
  if (!hasCurrent(request, etag)) return { status: 200, headers, etag, body: representation };
  const coding = codingFor(request.headers['accept-encoding'], representation.body.length);
  return { status: 304, headers, etag: coding === undefined ? etag : codedTag(etag, coding) };
}

const NO_STORE = ['cache-control', 'no-store'] as const;
