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
