import type { ApiError } from '../../core/errors.ts';
import { entityTag } from './etag.ts';
import type { Representation } from './representation.ts';

/** A complete response, without the header fields that every response has. */
export interface Answer {
  readonly status: number;
  /** A flat list of names and values. */
  readonly headers: readonly string[];
  readonly etag?: string | undefined;
  /** Undefined for a status without a body. */
  readonly body?: string | Representation | Buffer | undefined;
  /** A body that is sent while it is read, instead of `body`. If it fails, the connection is closed. */
  readonly stream?: AsyncIterable<string | Uint8Array>;
  /** The media type; JSON by default. Bytes in a buffer are not compressed. */
  readonly type?: string;
}

/** Returns header fields as a flat list of names and values. */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}

/** Returns the answer with a resource after a write, with its `ETag`. */
export function taggedAnswer(
  status: number,
  json: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: flatHeaders(headers), etag: entityTag(json), body: json };
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
export const REVALIDATE_PRIVATE = 'private, no-cache';

/** The header fields that describe quotas: those of the API, and those of draft-ietf-httpapi-ratelimit-headers-10. */
export const QUOTA_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

export type QuotaHeaders = Record<(typeof QUOTA_HEADERS)[number], string>;
