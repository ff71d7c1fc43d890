import type { FastifyBaseLogger } from 'fastify';
import { MINUTE } from '../../core/clock.ts';
import { LogThrottle } from '../../core/log-throttle.ts';
import type { Metrics } from '../metrics.ts';

/** Why a connection is closed although its client did nothing that HTTP forbids. */
export type CloseReason = keyof typeof MESSAGES;

const MESSAGES = {
  connection_limit: 'connections are closed: there are more than MAX_CONNECTIONS',
  address_limit: 'connections are closed: a client address has more than MAX_CONNECTIONS_PER_ADDRESS',
  slow_reader: 'connections are closed: their clients read less than 1 KB a second',
  unread_memory: 'connections are closed: responses that clients do not read use up their memory',
} as const;
const LOG_INTERVAL_MS = MINUTE;

/** Returns a function that counts closed connections, and logs each reason once a minute. */
export function observeClosing(
  log: FastifyBaseLogger,
  metrics: Metrics | undefined,
): (reason: CloseReason) => void {
  const throttle = new LogThrottle(LOG_INTERVAL_MS);
  return (reason) => {
    metrics?.countClosedConnection(reason);
    throttle.run((leftOut) => log.warn({ reason, ...leftOut }, MESSAGES[reason]), reason);
  };
}
