import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagFor } from './compress-responses.ts';
import { checkPreconditions, entityTag, hasCurrent, readPreconditionsOf } from './etag.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** For responses with an `ETag`: only the client may store them, and must revalidate before each use. */
export const REVALIDATE_PRIVATE = 'private, no-cache';

/** Sends serialised JSON. */
export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.type(JSON_TYPE).send(json);
}

/** Sends a resource after a write, with its `ETag`. */
export function sendTagged(reply: FastifyReply, json: string): FastifyReply {
  return sendJson(reply.header('ETag', entityTag(json)), json);
}

/**
 * Responds to a read of one resource, which `find` returns as JSON.
 *
 * @throws {ApiError} `invalid_parameter` for a malformed `If-Match`, `precondition_failed`, and the errors of `find`.
 */
export async function sendFound(
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<string>,
): Promise<FastifyReply> {
  const preconditions = readPreconditionsOf(request);
  const body = await find();
  checkPreconditions(preconditions, body);
  return sendUnlessCurrent(request, reply, { body, etag: entityTag(body) });
}

/** Sends JSON with its tag; 304 without a body if `If-None-Match` contains the tag. */
export function sendUnlessCurrent(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: { body: string | Buffer; etag: string },
  cacheControl = REVALIDATE_PRIVATE,
): FastifyReply {
  reply.header('Cache-Control', cacheControl);
  if (!hasCurrent(request, etag)) return sendJson(reply.header('ETag', etag), body);
  return reply
    .code(304)
    .header('ETag', etagFor(request, etag, body))
    .send();
}
