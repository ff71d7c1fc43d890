import type { IncomingMessage } from 'node:http';
import { ApiError, quote } from '../core/errors.ts';
import { errorAnswer } from './responses/answer.ts';
import type { Step } from './route.ts';

export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** Returns true for a path under `/v1`, also if it is written with escapes. */
export function isVersion1(target: string): boolean {
  const mayBeEscaped = target.startsWith('/%') || target.startsWith('/v%');
  const path = mayBeEscaped ? (decoded(pathOf(target)) ?? target) : target;
  return path.startsWith('/v1') && (path.length === 3 || path[3] === '/' || path[3] === '?');
}

/** Returns undefined for a malformed escape. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * Normalises a request target for the router:
 *
 * - A malformed percent escape is escaped again, so that it matches no id.
 * - An absolute target (RFC 9112, section 3.2.2) loses its scheme and host.
 * - One trailing slash is removed (docs/adr/0021).
 */
export function routableTarget(url: string): string {
  if (PLAIN_TARGET.test(url)) return url;
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
  const [given = '', ...query] = target.split('?');
  const path = given.replace(/(?<=[^/])\/$/, '');
  const decodable = decoded(path) === undefined ? path.replaceAll('%', '%25') : path;
  return [decodable, ...query].join('?');
}

/** A target that stays as it is: without escapes, and without a slash at the end of its path. */
const PLAIN_TARGET = /^\/(?:[^%?]*[^%?/])?(?:\?|$)/;

/** Rejects what HTTP forbids and Node's parser accepts, and what Node itself would reject without the quota headers. */
export const requireValidHead: Step = ({ request }) => {
  const fault = headFault(request);
  return fault && errorAnswer(fault);
};

function headFault({
  method,
  url = '',
  headers,
  httpVersion,
  rawHeaders,
}: IncomingMessage): ApiError | undefined {
  const { host, expect } = headers;
  if (!routableTarget(url).startsWith('/') && !(method === 'OPTIONS' && url === '*')) {
    return new ApiError(
      'invalid_parameter',
      `The request target must be a path, such as /v1/pets; got ${quote(url)}. Only OPTIONS may ask for *.`,
    );
  }
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
}

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

/**
 * Headers with one value: of two, Node uses the first or joins them, but a proxy may use the last. `If-Match` may have a list,
 * in one header: a version that something else has added would weaken the check.
 */
const SINGLE_HEADERS: readonly string[] = [
  ...['Host', 'Content-Type', 'Authorization', 'Idempotency-Key'],
  ...['If-Match', 'Origin', 'X-Request-Id'],
];
/** By length and first letter, which differ, for speed. */
const SINGLE_BY_SHAPE = new Map(
  SINGLE_HEADERS.map((name, index) => [shapeOf(name), { name, bit: 1 << index }]),
);

function shapeOf(name: string): number {
  const lowerCase = 0x20;
  return name.length * 256 + (name.charCodeAt(0) | lowerCase);
}

/** Returns the name of a repeated header that must not be repeated; undefined if there is none. */
function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const single = SINGLE_BY_SHAPE.get(shapeOf(name));
    if (single === undefined || name.toLowerCase() !== single.name.toLowerCase()) continue;
    if ((seen & single.bit) !== 0) return single.name;
    seen |= single.bit;
  }
  return undefined;
}

/** Returns true if the request has a body, whatever its method. */
export function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
