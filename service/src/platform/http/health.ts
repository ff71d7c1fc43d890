import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../core/clock.ts';
import { singleFlight } from '../core/tasks/single-flight.ts';
import { flatHeaders } from './responses/answer.ts';
import { type Answer, type Route, route } from './route.ts';

/** The response header of `/readyz` that identifies the store. */
export const STORE_HEADER = 'x-petstore-store';

/** Whether the process should get requests. `why` is the reason if not; `note` reports a fault that does not prevent it. */
export type Readiness = { ready: true; note?: string | undefined } | { ready: false; why: string };

export interface HealthOptions {
  clock: Clock;
  /** Queries the store. Never rejects. */
  probe: () => Promise<Readiness>;
  isClosing: () => boolean;
  /** Called if a probe finds that the process became ready, or is not ready any more. */
  onChange: (state: Readiness) => void;
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
const ALIVE: Answer = { status: 200, headers: flatHeaders(NO_STORE), body: '{"status":"ok"}' };

const TARGET = /^\/(?:healthz|readyz)\/?(?:\?|$)/;

/** `/healthz`: the process is alive. `/readyz`: its store responds and it is not shutting down. Neither needs a key. */
export class Health {
  readonly #options: HealthOptions;
  readonly #storeId: string;
  readonly #closing: Answer;
  #latest: { readonly answer: Answer; readonly at: number } | undefined;
  #wasReady = true;
  readonly #sharedProbe = singleFlight(() => this.#probe());

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#storeId = storeId(options.installation);
    this.#closing = readinessAnswer({ ready: false, why: 'The service is shutting down.' }, this.#storeId);
  }

  routes(): Route[] {
    return [
      route({ method: 'GET', path: '/healthz', handle: () => ALIVE }),
      route({ method: 'GET', path: '/readyz', handle: () => this.#readiness() }),
    ];
  }

  /** Whether `/readyz` succeeds. Never rejects. */
  async isReady(): Promise<boolean> {
    return (await this.#readiness()).status === 200;
  }

  #readiness(): Answer | Promise<Answer> {
    if (this.#options.isClosing()) return this.#closing;
    if (this.#latest !== undefined && this.#options.clock.monotonic() - this.#latest.at < PROBE_INTERVAL_MS)
      return this.#latest.answer;
    return this.#sharedProbe();
  }

  async #probe(): Promise<Answer> {
    const state = await this.#options.probe();
    if (state.ready !== this.#wasReady) this.#options.onChange(state);
    this.#wasReady = state.ready;
    const answer = readinessAnswer(state, this.#storeId);
    this.#latest = { answer, at: this.#options.clock.monotonic() };
    return answer;
  }
}

function readinessAnswer(state: Readiness, store: string): Answer {
  const headers = { ...NO_STORE, [STORE_HEADER]: store };
  if (state.ready) {
    const body = JSON.stringify({ status: 'ready', note: state.note });
    return { status: 200, headers: flatHeaders(headers), body };
  }
  const body = JSON.stringify({ status: 'not ready', why: state.why });
  return { status: 503, headers: flatHeaders({ ...headers, 'retry-after': '1' }), body };
}

/** Returns true for GET and HEAD of a health check. */
export function isHealthCheck({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && TARGET.test(url);
}
