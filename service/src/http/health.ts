import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { singleFlight } from '../core/single-flight.ts';
import { sendJson } from './responses/json-response.ts';
import type { ReadyResponse } from './responses/ready-response.ts';

/** The response header of `/readyz` that identifies the store. */
export const STORE_HEADER = 'x-petstore-store';

/** Whether the process should get requests. `why` is the reason if not; `note` reports a fault that does not prevent it. */
export type Readiness = { ready: true; note?: string | undefined } | { ready: false; why: string };

export interface HealthOptions {
  /** Queries the store. Never rejects. */
  probe: () => Promise<Readiness>;
  isClosing: () => boolean;
  /** The id of the store. */
  installation: string;
}

/** Returns a digest of the id of the store, because a response without authentication must not contain the id. */
export function storeId(installation: string): string {
  return createHash('sha256').update(installation).digest('hex').slice(0, 16);
}

/** How long the result of a probe is cached, so that not every request for `/readyz` causes a query. */
const PROBE_INTERVAL_MS = 100;
const NO_STORE = { 'cache-control': 'no-store' };
const ALIVE: ReadyResponse = { status: 200, headers: NO_STORE, body: '{"status":"ok"}' };

const TARGET = /^\/(?:healthz|readyz)\/?(?:\?|$)/;

/** `/healthz`: the process is alive. `/readyz`: its store responds and it is not shutting down. Neither needs a key. */
export class Health {
  readonly #options: HealthOptions;
  readonly #storeId: string;
  readonly #closing: ReadyResponse;
  #latest: { readonly response: ReadyResponse; readonly at: number } | undefined;
  readonly #sharedProbe = singleFlight(() => this.#probe());

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#storeId = storeId(options.installation);
    this.#closing = readinessResponse({ ready: false, why: 'The service is shutting down.' }, this.#storeId);
  }

  /** Returns undefined if the request is not a health check. */
  responseTo(request: IncomingMessage): ReadyResponse | Promise<ReadyResponse> | undefined {
    if (!isHealthCheck(request)) return undefined;
    return request.url?.startsWith('/healthz') === true ? ALIVE : this.#readiness();
  }

  /** Adds routes for health checks that reach the framework, such as those with a body. */
  addRoutes(app: FastifyInstance): void {
    app.get('/healthz', async (_request, reply) => sendReply(reply, ALIVE));
    app.get('/readyz', async (_request, reply) => sendReply(reply, await this.#readiness()));
  }

  #readiness(): ReadyResponse | Promise<ReadyResponse> {
    if (this.#options.isClosing()) return this.#closing;
    if (this.#latest !== undefined && performance.now() - this.#latest.at < PROBE_INTERVAL_MS)
      return this.#latest.response;
    return this.#sharedProbe();
  }

  async #probe(): Promise<ReadyResponse> {
    const response = readinessResponse(await this.#options.probe(), this.#storeId);
    this.#latest = { response, at: performance.now() };
    return response;
  }
}

function readinessResponse(state: Readiness, store: string): ReadyResponse {
  const headers = { ...NO_STORE, [STORE_HEADER]: store };
  if (state.ready) {
    return { status: 200, headers, body: JSON.stringify({ status: 'ready', note: state.note }) };
  }
  const body = JSON.stringify({ status: 'not ready', why: state.why });
  return { status: 503, headers: { ...headers, 'retry-after': '1' }, body };
}

/** Returns true for GET and HEAD of a health check. The router refuses other methods. */
export function isHealthCheck({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && TARGET.test(url);
}

function sendReply(reply: FastifyReply, { status, headers, body = '' }: ReadyResponse): FastifyReply {
  return sendJson(reply.code(status).headers(headers), body);
}
