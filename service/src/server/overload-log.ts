import type { FastifyBaseLogger } from 'fastify';
import { Throttle } from '../core/throttle.ts';
import type { Metrics } from '../http/metrics.ts';

/** Returns a function that counts a request that was shed, and logs it at most once a minute. */
export function createShedObserver(log: FastifyBaseLogger, metrics: Metrics | undefined): () => void {
  const throttle = new Throttle();
  return () => {
    metrics?.countShed();
    throttle.run((leftOut) => log.warn(leftOut, 'the process is overloaded: some requests get 503'));
  };
}
