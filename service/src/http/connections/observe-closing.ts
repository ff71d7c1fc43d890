import type { FastifyBaseLogger } from 'fastify';
import { Throttle } from '../../core/throttle.ts';
import type { Metrics } from '../metrics.ts';
import { CLOSE_MESSAGES, type CloseReason } from './close-reason.ts';

/** Returns a function that counts a closed connection, and logs each reason at most once a minute. */
export function observeClosing(
  log: FastifyBaseLogger,
  metrics: Metrics | undefined,
): (reason: CloseReason) => void {
  const throttle = new Throttle();
  return (reason) => {
    metrics?.countClosedConnection(reason);
    throttle.run((leftOut) => log.warn({ reason, ...leftOut }, CLOSE_MESSAGES[reason]), reason);
  };
}
