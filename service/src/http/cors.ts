import type { FastifyRequest, onRequestHookHandler } from 'fastify';

export interface CorsOptions {
  /** The response headers that a page may read. */
  exposed: readonly string[];
  /** Sets the quota's headers on a preflight, which is neither counted nor refused. */
  onPreflight(request: FastifyRequest): Readonly<Record<string, string>>;
}

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const REQUEST_HEADERS = 'Authorization, Content-Type, If-None-Match, Idempotency-Key';
const PREFLIGHT_SECONDS = 7200;

/**
 * Lets any web page call the service with a key of its own (no cookies are involved), and answers preflights.
 * `@fastify/cors` answers every OPTIONS request before authentication; here only a real preflight is let through.
 */
export function cors({ exposed, onPreflight }: CorsOptions): onRequestHookHandler {
  const exposedNames = exposed.join(', ');
  return (request, reply, done) => {
    reply.header('Access-Control-Allow-Origin', '*');
    if (!isPreflight(request)) {
      reply.header('Access-Control-Expose-Headers', exposedNames);
      return done();
    }
    reply
      .code(204)
      .headers(onPreflight(request))
      .header('Access-Control-Allow-Methods', METHODS)
      .header('Access-Control-Allow-Headers', REQUEST_HEADERS)
      .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
      .send();
  };
}

/** A CORS-preflight request as the Fetch standard defines it. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
