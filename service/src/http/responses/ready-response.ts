import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONSTANT_HEADERS } from './constant-headers.ts';
import { JSON_TYPE } from './json-response.ts';

/** A response that needs neither the framework nor a place in the queue. */
export interface ReadyResponse {
  readonly status: number;
  /** Without the header fields that every response has, and without those of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; undefined for a status that has no body. */
  readonly body?: string;
  /** The operation by its name in openapi.json. */
  readonly operation?: string | undefined;
}

/** Sends the response with the same header fields, in the same order, as the framework would. */
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
 * Returns true if the request announces a body. Such a request is left to the framework, which knows what to do when the
 * body turns out to be broken after the response was sent.
 */
export function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Returns true if the target is under `/v1`, spelled as everybody spells it. */
export function isVersion1({ url = '' }: IncomingMessage): boolean {
  return /^\/v1(?:[/?]|$)/.test(url);
}
