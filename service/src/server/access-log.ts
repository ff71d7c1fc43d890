import type { FastifyBaseLogger } from 'fastify';
import type { Exchange } from '../http/exchange.ts';
import type { Metrics } from '../http/metrics.ts';

/**
 * Returns a function that records a response in the metrics and in the access log; undefined if both are off. A line of
 * the log never contains the query or the key.
 */
export function createObserver({
  metrics,
  accessLog,
  log,
}: {
  metrics: Metrics | undefined;
  accessLog: boolean;
  log: FastifyBaseLogger;
}): ((exchange: Exchange, status: number) => void) | undefined {
  if (metrics === undefined && !accessLog) return undefined;
  return ({ id, route, method, beganAt, authentication }, status) => {
    const elapsedMs = performance.now() - beganAt;
    const operation = route?.operation ?? 'none';
    metrics?.observeRequest({ operation, status, elapsedMs });
    if (!accessLog) return;
    const account = authentication?.principal?.account.name;
    log.child({ reqId: id }).info({ operation, method, status, ms: Math.round(elapsedMs), account });
  };
}
