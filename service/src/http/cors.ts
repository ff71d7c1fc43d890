import type { IncomingMessage } from 'node:http';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';

export interface CorsOptions {
  /** The response headers that a script may read. */
  exposed: readonly string[];
  /** Returns the quota headers of a preflight, which is neither counted nor refused. */
  onPreflight(request: FastifyRequest): Readonly<Record<string, string>>;
}

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key',
  'Access-Control-Max-Age': '7200',
};

/**
 * Allows every origin, because a web page must send a key and no cookies are used. Responds to preflights. `@fastify/cors`
 * responds to every OPTIONS request before authentication; this hook only to those that are preflights.
 */
export function cors({ exposed, onPreflight }: CorsOptions): onRequestHookHandler {
  const headers = corsHeaders(exposed);
  return (request, reply, done) => {
    if (!isPreflight(request.raw)) {
      reply.headers(headers);
      return done();
    }
    reply
      .code(204)
      .headers(preflightHeaders(onPreflight(request)))
      .send();
  };
}

/** Returns the header fields of the response to a preflight, quota headers included. */
export function preflightHeaders(quota: Readonly<Record<string, string>>): Record<string, string> {
  return { ...ANY_ORIGIN, ...quota, ...PREFLIGHT_HEADERS };
}

/** Returns the header fields of every response except to a preflight. */
export function corsHeaders(exposed: readonly string[]): Record<string, string> {
  return { ...ANY_ORIGIN, 'access-control-expose-headers': exposed.join(', ') };
}

/** Returns true for a CORS-preflight request as the Fetch standard defines it. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
