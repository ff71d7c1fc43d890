import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import FindMyWay, { type HTTPMethod } from 'find-my-way';
import type { Clock } from '../core/clock.ts';
import { ApiError, quote } from '../core/errors.ts';
import { METHODS } from './node-http.ts';
import { acceptedTypes } from './requests/body-types.ts';
import { operationHeaders } from './stability.ts';

/**
 * Which methods each path has, so that a wrong one is told from a wrong path, and what every response of its operation
 * has. Fill it before adding routes.
 */
export class RouteTable {
  /** A path parameter may be as long as a request line, as for the framework. */
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
   * The methods of a request's path, as `Allow` (RFC 9110, section 10.2.1) lists them; empty for an unknown path. Every
   * known path has OPTIONS, which `answerUnrouted` answers.
   */
  allowedMethods(url: string): string[] {
    const routed = METHODS.filter((method) => this.#methods.has(method) && this.#isThere(method, url));
    return routed.length === 0 ? [] : [...routed, 'OPTIONS'].sort();
  }

  /** The operation that the framework would find. */
  find(method: string, url: string): RouteEntry | undefined {
    return this.#router.find(method as HTTPMethod, url)?.store as RouteEntry | undefined;
  }

  /** An operation whose time has come is not there any more. */
  #isThere(method: string, url: string): boolean {
    const found = this.find(method, url);
    return found !== undefined && this.#clock.now() < found.goneAt;
  }

  #add(method: string, url: string, route: RouteEntry): void {
    this.#methods.add(method);
    if (this.#router.hasRoute(method as HTTPMethod, url)) return;
    this.#router.on(method as HTTPMethod, url, () => {}, route);
  }
}

/** What the router keeps for each route. */
export interface RouteEntry {
  readonly operation: string | undefined;
  /** Header fields of every response of the operation. */
  readonly headers: Readonly<Record<string, string>>;
  readonly goneAt: number;
}

/** Answers what no route answers, before anything else of the request is looked at. */
export function checkRoute(known: RouteTable): onRequestHookHandler {
  return (request, reply, done) => {
    if (!request.is404) return done();
    handleUnrouted(known, request, reply);
  };
}

/** 404 for an unknown path; for a known one 204 to OPTIONS (RFC 9110, section 9.3.7), else 405, both with `Allow`. */
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
      `There is nothing at ${quote(path)}. The operations are listed at /docs.`,
    );
  }
  return new ApiError(
    'method_not_allowed',
    `${method} is not possible at ${quote(path)}. Use ${allowed.join(' or ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

/** What Node's HTTP parser lets through although HTTP forbids it, or would answer without our headers. */
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
  if (!isFramedForAll(request)) return done(framingError());
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    return done(
      new ApiError('expectation_failed', `Expect may only be "100-continue", and is ${quote(expect)}.`),
    );
  }
  done();
};

/** Whether everyone on the way sees the same end of the request: RFC 9112, sections 2.3 and 6.1. */
function isFramedForAll({ raw: { httpVersion, headers } }: FastifyRequest): boolean {
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

/** Of several, Node keeps the first and a proxy may keep the last. By length, so that few names are compared. */
const SINGLE_HEADERS: ReadonlyMap<number, string> = new Map(
  ['Host', 'Content-Type', 'Authorization'].map((name) => [name.length, name]),
);

/** The header of those above that comes more than once. */
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
 * The path that the router sees. A broken percent escape would end outside of all hooks, so it becomes plain text
 * that matches no id; an absolute target (RFC 9112, section 3.2.2) loses its scheme and host. One slash at the end is
 * ignored on every path (ADR 0021).
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
