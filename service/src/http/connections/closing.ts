import type { FastifyBaseLogger } from 'fastify';
import { MINUTE } from '../../core/clock.ts';
import { Throttle } from '../../core/throttle.ts';
import type { Metrics } from '../metrics.ts';
import { CLOSE_MESSAGES, type CloseReason } from './close-reason.ts';

const LOG_INTERVAL_MS = MINUTE;

/** Returns a function that counts a closed connection, and logs each reason at most once a minute. */
export function observeClosing(
  log: FastifyBaseLogger,
  metrics: Metrics | undefined,
): (reason: CloseReason) => void {
  const throttle = new Throttle(LOG_INTERVAL_MS);
  return (reason) => {
    metrics?.countClosedConnection(reason);
    throttle.run((leftOut) => log.warn({ reason, ...leftOut }, CLOSE_MESSAGES[reason]), reason);
  };
}
