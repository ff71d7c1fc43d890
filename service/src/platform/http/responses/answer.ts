import { ApiError } from '../../core/errors.ts';
import { COUNT_PREFERENCE } from '../requests/preferences.ts';
import type { Answer, Exchange, QuotaHeaders } from '../route.ts';
import { checkTag, entityTag, readPreconditionsOf } from './etag.ts';
import { Representation } from './representation.ts';

/** Returns header fields as a flat list of names and values. */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

/** Returns the answer with a resource after a write, with the `ETag` of its version. */
export function taggedAnswer(
  status: number,
  json: string,
  headers: Readonly<Record<string, string>> = {},
  version = json,
): Answer {
  return { status, headers: flatHeaders(headers), etag: entityTag(version), body: json };
}

export function errorAnswer(error: ApiError): Answer {
  return {
    status: error.status,
    headers: [...flatHeaders(error.headers), 'cache-control', 'no-store'],
    body: JSON.stringify(error.toBody()),
  };
}

/**
 * Header fields of every response, errors included. Any response may be compressed (`Vary`: RFC 9110, section 12.5.5), and
 * a browser must not guess its type.
 */
export const CONSTANT_HEADERS = { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept-Encoding' } as const;
export const CONSTANT_FIELDS = flatHeaders(CONSTANT_HEADERS);

/**
 * Of every response outside of `/v1`, except photos and public pages: search engines show none of them. Those under `/v1`
 * need a key.
 */
export const NOT_INDEXED = { 'X-Robots-Tag': 'noindex' } as const;

export const JSON_TYPE = 'application/json; charset=utf-8';
/** `Cache-Control` of what has another address when it changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** `Cache-Control` of responses with an `ETag`: only the client may store them, and must revalidate before each use. */
const REVALIDATE_PRIVATE = 'private, no-cache';

/** The header fields that describe quotas: those of the API, and those of draft-ietf-httpapi-ratelimit-headers-10. */
export const QUOTA_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const satisfies ReadonlyArray<keyof QuotaHeaders>;

/** Returns the answer for an error, in the one shape of all errors. Sets the fault of the exchange if it is the service's. */
export function answerError(error: Error, exchange: Exchange): Answer {
  const apiError = toApiError(error);
  if (apiError.status >= 500) exchange.fault = apiError;
  return errorAnswer(apiError);
}

function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(
    'internal_error',
    'An internal error occurred. The log of the service has the details.',
    { cause: error },
  );
}

/**
 * Returns the answer for what a route has found.
 *
 * @throws {ApiError} for an operation with `If-Match`: `invalid_parameter` if it is malformed, `precondition_failed`.
 */
export function toAnswer(found: Answer | Representation, { request, route }: Exchange): Answer {
  if (!(found instanceof Representation)) return found;
  const { etag, link, match, total } = found;
  const headers = link === '' ? [] : ['link', link];
  if (match !== undefined) headers.push('search-match', match);
  if (total !== undefined) headers.push('x-total-count', `${total}`, 'preference-applied', COUNT_PREFERENCE);
  if (etag === undefined) return { status: 200, headers: [...headers, ...NO_STORE], body: found };
  if (request.headers['if-match'] !== undefined && route?.comparesIfMatch === true) {
    checkTag(readPreconditionsOf(request), etag);
  }
  headers.push(...(found.isStored ? ['cache-control', REVALIDATE_PRIVATE] : NO_STORE));
  return { status: 200, headers, etag, body: found };
}

const NO_STORE = ['cache-control', 'no-store'] as const;
