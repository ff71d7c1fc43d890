import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONSTANT_HEADERS } from './constant-headers.ts';
import { JSON_TYPE } from './json-response.ts';

/** A complete response that is sent without the framework. */
export interface ReadyResponse {
  readonly status: number;
  /** Without those that every response has, and those of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; undefined for a status without a body. */
  readonly body?: string;
  /** The `operationId` in openapi.json. */
  readonly operation?: string | undefined;
}

/** Sends a response with the same header fields, in the same order, as the framework. */
export function sendReady(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ReadyResponse,
  id: string,
): void {
  const content =
    body === undefined ? {} : { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { 'x-request-id': id, ...CONSTANT_HEADERS, ...headers, ...content });
  response.end(method === 'HEAD' ? undefined : body);
}

/**
 * Returns true if the request has a body. The framework must handle it, because only the framework handles a body that
 * turns out to be malformed after the response was sent.
 */
export function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Returns true if the target is a path under `/v1`. Unusual spellings, such as an absolute target, are not recognised. */
export function isVersion1({ url = '' }: IncomingMessage): boolean {
  return /^\/v1(?:[/?]|$)/.test(url);
}
