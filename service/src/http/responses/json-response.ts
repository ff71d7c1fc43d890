import type { FastifyReply } from 'fastify';
import { exchangeOf } from '../exchange.ts';
import { type Answer, flatHeaders } from './answer.ts';
import { entityTag } from './etag.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** For responses with an `ETag`: only the client may store them, and must revalidate before each use. */
export const REVALIDATE_PRIVATE = 'private, no-cache';

/** Sends an answer to a request that the framework handles. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.hijack();
  exchangeOf(reply.request).send(answer);
  return reply;
}

/** Returns the answer with a resource after a write, with its `ETag`. */
export function taggedAnswer(
  status: number,
  json: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: flatHeaders(headers), etag: entityTag(json), body: json };
}
