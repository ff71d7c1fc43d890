import type { CloseReason } from './connections/connections.ts';

export interface ObservedRequest {
  /** The `operationId`, or `none`. */
  readonly operation: string;
  readonly method: string;
  /** The path with the names of its parameters; undefined if there is no such route. */
  readonly path: string | undefined;
  readonly status: number;
  readonly elapsedMs: number;
}

export type RefusalCause = 'minute' | 'day' | 'address' | 'ban';

/** What the service measures. Prometheus reads one implementation, and OpenTelemetry sends the other. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void;
  countRefusal(by: RefusalCause): void;
  countShed(): void;
  countClosedConnection(reason: CloseReason): void;
  countBan(): void;
  countWebhookAttempt(result: 'delivered' | 'failed'): void;
  /** The gauge exists only if this is called, that is with Valkey. */
  setValkeyUp(isUp: boolean): void;
  /** Adds a gauge that is read at each scrape. `read` must be fast and must not reject. */
  addGauge(name: string, help: string, read: () => Promise<number>): void;
}

/** Returns metrics that pass everything to each of the given ones; undefined for none. */
export function combineMetrics(all: readonly Metrics[]): Metrics | undefined {
  const [first] = all;
  if (all.length < 2) return first;
  const each = (act: (metrics: Metrics) => void) => {
    for (const metrics of all) act(metrics);
  };
  return {
    observeRequest: (request) => each((metrics) => metrics.observeRequest(request)),
    countRefusal: (by) => each((metrics) => metrics.countRefusal(by)),
    countShed: () => each((metrics) => metrics.countShed()),
    countClosedConnection: (reason) => each((metrics) => metrics.countClosedConnection(reason)),
    countBan: () => each((metrics) => metrics.countBan()),
    countWebhookAttempt: (result) => each((metrics) => metrics.countWebhookAttempt(result)),
    setValkeyUp: (isUp) => each((metrics) => metrics.setValkeyUp(isUp)),
    addGauge: (name, help, read) => each((metrics) => metrics.addGauge(name, help, read)),
  };
}
