import type { MaybePromise } from '../../core/maybe-promise.ts';
import { Representation } from '../responses/representation.ts';
import { type Answer, type Route, route } from '../route.ts';

/** A file that everyone may read. All requests share its bytes, so that each content coding is made only once. */
export interface PageFile {
  readonly type: string;
  readonly body: Representation;
}

export function pageFile(type: string, content: string): PageFile {
  return { type, body: Representation.transient(content) };
}

/** Header fields that pages have in addition to those of every response. */
const SECURITY_HEADERS = [
  ...['referrer-policy', 'no-referrer'],
  ...['cross-origin-opener-policy', 'same-origin'],
];

/** @param headers further header fields, as a flat list of names and values. */
export function fileAnswer(
  { type, body }: PageFile,
  cacheControl: string,
  headers: readonly string[] = [],
): Answer {
  return {
    status: 200,
    headers: [...SECURITY_HEADERS, 'cache-control', cacheControl, ...headers],
    type,
    body,
  };
}

/** Declares the path of a file. */
export function fileRoute(path: string, answer: () => MaybePromise<Answer>): Route {
  return route({ method: 'GET', path, handle: answer });
}
