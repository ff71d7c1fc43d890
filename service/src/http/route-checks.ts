import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import FindMyWay, { type HTTPMethod } from 'find-my-way';
import type { Clock } from '../core/clock.ts';
import { ApiError, quote } from '../core/errors.ts';
import { METHODS } from './node-http.ts';
import { acceptedTypes } from './requests/body-types.ts';
import { operationHeaders } from './stability.ts';

/**
 * The methods of each path, to distinguish a 405 from a 404, and the header fields of each operation. Create it before
 * adding routes.
 */
export class RouteTable {
  /** A path parameter may be as long as a request line, as in the framework. */
  readonly #router = FindMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  readonly #methods = new Set<string>();
  readonly #clock: Clock;

  constructor(app: FastifyInstance, clock: Clock) {
    this.#clock = clock;
    app.addHook('onRoute', ({ method, url, config, schema }) => {
      if (url.includes('*')) return;
      const route: RouteEntry = {
        operation: schema?.operationId,
        headers: operationHeaders(config),
        goneAt: config?.removal?.goneAt ?? Number.POSITIVE_INFINITY,
      };
      for (const name of [method].flat()) this.#add(name, url, route);
    });
  }

  /**
   * Returns the methods of a path, as `Allow` lists them (RFC 9110, section 10.2.1); empty for an unknown path. Every
   * known path has OPTIONS, to which `handleUnrouted` responds.
   */
  allowedMethods(url: string): string[] {
    const routed = METHODS.filter((method) => this.#methods.has(method) && this.#isOffered(method, url));
    return routed.length === 0 ? [] : [...routed, 'OPTIONS'].sort();
  }

  /** Returns the route that the framework would find. */
  find(method: string, url: string): RouteEntry | undefined {
    return this.#router.find(method as HTTPMethod, url)?.store as RouteEntry | undefined;
  }

  #isOffered(method: string, url: string): boolean {
    const found = this.find(method, url);
    return found !== undefined && this.#clock.now() < found.goneAt;
  }

  #add(method: string, url: string, route: RouteEntry): void {
    this.#methods.add(method);
    if (this.#router.hasRoute(method as HTTPMethod, url)) return;
    this.#router.on(method as HTTPMethod, url, () => {}, route);
  }
}

/** The data of a route in the router. */
export interface RouteEntry {
  readonly operation: string | undefined;
  /** Header fields of every response of the operation. */
  readonly headers: Readonly<Record<string, string>>;
  readonly goneAt: number;
}

/** Responds to requests without a route before the other checks. */
export function checkRoute(known: RouteTable): onRequestHookHandler {
  return (request, reply, done) => {
    if (!request.is404) return done();
    handleUnrouted(known, request, reply);
  };
}

/**
 * Responds 404 to an unknown path, 204 to OPTIONS of a known path (RFC 9110, section 9.3.7), and 405 to any other method.
 * The last two have `Allow`.
 */
export function handleUnrouted(known: RouteTable, request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0] ?? '';
  const allowed = known.allowedMethods(path);
  if (request.method !== 'OPTIONS' || allowed.length === 0) {
    reply.send(routeError(request.method, path, allowed));
    return;
  }
  const headers = { Allow: allowed.join(', '), ...acceptedTypes(allowed) };
  reply.code(204).headers(headers).send();
}

function routeError(method: string, path: string, allowed: readonly string[]): ApiError {
  if (allowed.length === 0) {
    return new ApiError(
      'route_not_found',
      `The path ${quote(path)} does not exist. The operations are listed at /docs.`,
    );
  }
  return new ApiError(
    'method_not_allowed',
    `${quote(path)} does not support ${method}. Use ${allowed.join(' or ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

/** Refuses what HTTP forbids but Node's parser accepts, and what Node would refuse without our headers. */
export const checkRequestHead: onRequestHookHandler = (request, _reply, done) => {
  const { host, expect } = request.headers;
  const { httpVersion, rawHeaders } = request.raw;
  if (host === undefined && httpVersion === '1.1') {
    return done(new ApiError('invalid_parameter', 'The request has no Host header. HTTP/1.1 requires one.'));
  }
  const repeated = repeatedHeader(rawHeaders);
  if (repeated !== undefined) {
    return done(
      new ApiError('invalid_parameter', `The request has more than one ${repeated} header. Send one.`),
    );
  }
  if (!isFramedUnambiguously(request)) return done(framingError());
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return done(new ApiError('expectation_failed', `Expect must be "100-continue"; got ${quote(expect)}.`));
  }
  done();
};

/** Returns true if every proxy must find the same end of the request (RFC 9112, sections 2.3 and 6.1). */
function isFramedUnambiguously({ raw: { httpVersion, headers } }: FastifyRequest): boolean {
  const coding = headers['transfer-encoding'];
  if (httpVersion === '1.1') return coding === undefined || coding.toLowerCase() === 'chunked';
  return httpVersion === '1.0' && coding === undefined;
}

function framingError(): ApiError {
  return new ApiError(
    'invalid_parameter',
    'The request must be HTTP/1.1, or HTTP/1.0 without Transfer-Encoding; the only transfer coding is chunked.',
    { headers: { Connection: 'close' } },
  );
}

/** Headers that must not be repeated: Node uses the first, but a proxy may use the last. Keyed by length for speed. */
const SINGLE_HEADERS: ReadonlyMap<number, string> = new Map(
  ['Host', 'Content-Type', 'Authorization'].map((name) => [name.length, name]),
);

/** Returns the name of a repeated header that must not be repeated; undefined if there is none. */
function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const single = SINGLE_HEADERS.get(name.length);
    if (single === undefined || name.toLowerCase() !== single.toLowerCase()) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) return single;
    seen |= bit;
  }
  return undefined;
}

/**
 * Normalises a request target for the router:
 *
 * - A malformed percent escape is escaped again, so that it matches no id. Fastify would refuse it outside of all hooks.
 * - An absolute target (RFC 9112, section 3.2.2) loses its scheme and host.
 * - One trailing slash is removed (docs/adr/0021).
 */
export function routableUrl(url: string): string {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
  const [given = '', ...query] = target.split('?');
  const path = given.replace(/(?<=[^/])\/$/, '');
  const decodable = !path.includes('%') || canBeDecoded(path) ? path : path.replaceAll('%', '%25');
  return [decodable, ...query].join('?');
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
