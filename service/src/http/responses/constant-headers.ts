import { flatHeaders } from './answer.ts';

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
