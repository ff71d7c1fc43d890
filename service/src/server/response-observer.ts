import type { FastifyBaseLogger } from 'fastify';
import type { Exchange } from '../http/exchange.ts';
import type { Metrics } from '../http/metrics.ts';
import type { FailedRequests } from './failed-requests.ts';

export interface ResponseObserverOptions {
  metrics: Metrics | undefined;
  accessLog: boolean;
  log: FastifyBaseLogger;
  failed: FailedRequests;
}

/** Records responses in the metrics and in the log. A line of the log never contains the query or the key. */
export class ResponseObserver {
  readonly #options: ResponseObserverOptions;

  constructor(options: ResponseObserverOptions) {
    this.#options = options;
  }

  /** Call it once for each response. */
  readonly observe = (exchange: Exchange, status: number): void => {
    // The client disconnected, so there is no response.
    if (exchange.response.destroyed && (exchange.isAbandoned || !exchange.request.complete)) return;
    const { metrics, accessLog, failed } = this.#options;
    const elapsedMs = performance.now() - exchange.beganAt;
    const operation = exchange.route?.operationId ?? 'none';
    const { id, method, route, span } = exchange;
    metrics?.observeRequest({ operation, method, path: route?.path, status, elapsedMs });
    span?.end(status);
    if (status >= 500 && !exchange.isLogged) failed.add({ id, operation, status });
    if (!accessLog) return;
    const account = exchange.authentication?.principal?.account.name;
    const ms = Math.round(elapsedMs);
    this.#line(id, { operation, method, status, ms, account, ...span?.logFields });
  };

  /** Call it for each response to what never became a request, so that only its status is known. */
  readonly observeUnparsed = (id: string, status: number): void => {
    if (this.#options.accessLog) this.#line(id, { operation: 'none', status });
  };

  #line(reqId: string, fields: object): void {
    this.#options.log.child({ reqId }).info(fields);
  }
}
