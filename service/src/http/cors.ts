import type { FastifyRequest, onRequestHookHandler } from 'fastify';

export interface CorsOptions {
  /** The response headers that a page may read. */
  exposed: readonly string[];
  /** Sets the quota's headers on a preflight, which is neither counted nor refused. */
  onPreflight(request: FastifyRequest): Readonly<Record<string, string>>;
}

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const REQUEST_HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key';
const PREFLIGHT_SECONDS = 7200;

/**
 * Lets any web page call the service with a key of its own (no cookies are involved), and answers preflights.
 * `@fastify/cors` answers every OPTIONS request before authentication; here only a real preflight is let through.
 */
export function cors({ exposed, onPreflight }: CorsOptions): onRequestHookHandler {
  const [origin, anyOrigin, expose, names] = corsHeaders(exposed);
  return (request, reply, done) => {
    reply.header(origin, anyOrigin);
    if (!isPreflight(request)) {
      reply.header(expose, names);
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

/** What every answer but a preflight's has, names and values in turn. */
export function corsHeaders(exposed: readonly string[]): [string, string, string, string] {
  return ['access-control-allow-origin', '*', 'access-control-expose-headers', exposed.join(', ')];
}

/** A CORS-preflight request as the Fetch standard defines it. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
