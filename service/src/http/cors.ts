import type { IncomingMessage } from 'node:http';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';

export interface CorsOptions {
  /** The response headers that a page may read. */
  exposed: readonly string[];
  /** Sets the quota's headers on a preflight, which is neither counted nor refused. */
  onPreflight(request: FastifyRequest): Readonly<Record<string, string>>;
}

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key',
  'Access-Control-Max-Age': '7200',
};

/**
 * Lets any web page call the service with a key of its own (no cookies are involved), and answers preflights.
 * `@fastify/cors` answers every OPTIONS request before authentication; here only a real preflight is let through.
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

/** The header fields of the response to a preflight, with those of the quota. */
export function preflightHeaders(quota: Readonly<Record<string, string>>): Record<string, string> {
  return { ...ANY_ORIGIN, ...quota, ...PREFLIGHT_HEADERS };
}

/** The header fields of every response but that to a preflight. */
export function corsHeaders(exposed: readonly string[]): Record<string, string> {
  return { ...ANY_ORIGIN, 'access-control-expose-headers': exposed.join(', ') };
}

/** A CORS-preflight request as the Fetch standard defines it. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
