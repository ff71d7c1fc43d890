import { ApiError, quote } from '../core/errors.ts';
import type { Check } from './exchange.ts';
import { acceptedTypes } from './requests/body-types.ts';
import { flatHeaders } from './responses/answer.ts';
import { decoded, pathOf, type RouteTable } from './route-table.ts';

/**
 * Answers a request for an unknown path or method: 404, 204 to OPTIONS of a known path (RFC 9110, section 9.3.7), or 405.
 * The last two have `Allow`.
 */
export function checkRoute(routes: RouteTable): Check {
  return ({ route, method, target }) => {
    if (route !== undefined) return undefined;
    const path = pathOf(target);
    const allowed = routes.allowedMethods(path);
    if (method !== 'OPTIONS' || allowed.length === 0) return routeError(method, path, allowed);
    const accepted = allowed.map((name) => acceptedTypes(name, routes.match(name, target)?.route.config));
    const headers = Object.assign({ Allow: allowed.join(', ') }, ...accepted);
    return { status: 204, headers: flatHeaders(headers) };
  };
}

function routeError(method: string, path: string, allowed: readonly string[]): ApiError {
  if (allowed.length === 0) {
    return new ApiError(
      'route_not_found',
      `The path ${quote(path)} does not exist. The operations are listed at /docs.`,
    );
  }
  return new ApiError(
    'method_not_allowed',
    `${quote(path)} does not support ${method}. Use ${allowed.join(' or ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

/** Rejects what HTTP forbids and Node's parser accepts, and what Node itself would reject without the quota headers. */
export const checkRequestHead: Check = ({ request: { headers, httpVersion, rawHeaders } }) => {
  const { host, expect } = headers;
  if (host === undefined && httpVersion === '1.1') {
    return new ApiError('invalid_parameter', 'The request has no Host header. HTTP/1.1 requires one.');
  }
  const repeated = repeatedHeader(rawHeaders);
  if (repeated !== undefined) {
    return new ApiError('invalid_parameter', `The request has more than one ${repeated} header. Send one.`);
  }
  if (!isFramedUnambiguously(httpVersion, headers['transfer-encoding'])) return framingError();
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return new ApiError('expectation_failed', `Expect must be "100-continue"; got ${quote(expect)}.`);
  }
  return undefined;
};

/** Returns true if every proxy must find the same end of the request (RFC 9112, sections 2.3 and 6.1). */
function isFramedUnambiguously(httpVersion: string, coding: string | undefined): boolean {
  if (httpVersion === '1.1') return coding === undefined || coding.toLowerCase() === 'chunked';
  return httpVersion === '1.0' && coding === undefined;
}

function framingError(): ApiError {
  return new ApiError(
    'invalid_parameter',
    'The request must be HTTP/1.1, or HTTP/1.0 without Transfer-Encoding; the only transfer coding is chunked.',
    { headers: { Connection: 'close' } },
  );
}

/** Headers that must not be repeated: Node uses the first, but a proxy may use the last. Keyed by length for speed; the lengths differ. */
const SINGLE_HEADERS: ReadonlyMap<number, string> = new Map(
  ['Host', 'Content-Type', 'Authorization'].map((name) => [name.length, name]),
);

/** Returns the name of a repeated header that must not be repeated; undefined if there is none. */
function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const single = SINGLE_HEADERS.get(name.length);
    if (single === undefined || name.toLowerCase() !== single.toLowerCase()) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) return single;
    seen |= bit;
  }
  return undefined;
}

/**
 * Normalises a request target for the router:
 *
 * - A malformed percent escape is escaped again, so that it matches no id. Fastify would reject it outside of all hooks.
 * - An absolute target (RFC 9112, section 3.2.2) loses its scheme and host.
 * - One trailing slash is removed (docs/adr/0021).
 */
export function routableUrl(url: string): string {
  if (PLAIN_TARGET.test(url)) return url;
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
  const [given = '', ...query] = target.split('?');
  const path = given.replace(/(?<=[^/])\/$/, '');
  const decodable = decoded(path) === undefined ? path.replaceAll('%', '%25') : path;
  return [decodable, ...query].join('?');
}

/** A target that stays as it is: without escapes, and without a slash at the end of its path. */
const PLAIN_TARGET = /^\/(?:[^%?]*[^%?/])?(?:\?|$)/;
