import type { Logger } from 'pino';
import { Throttle } from '../../core/throttle.ts';

/** Why the service closes a connection whose client did not violate HTTP. */
export type CloseReason = keyof typeof CLOSE_MESSAGES;

const CLOSE_MESSAGES = {
  connection_limit: 'connections were closed: more than MAX_CONNECTIONS are open',
  address_limit: 'connections were closed: a client address has more than MAX_CONNECTIONS_PER_ADDRESS',
  slow_reader:
    'connections were closed: their clients read less than 1 KB per second, or of a download less than 16 KB',
  unread_memory: 'connections were closed: unread responses have used up their memory',
} as const;

/** Returns a function that counts a closed connection, and logs each reason at most once a minute. */
export function observeClosing(
  log: Logger,
  metrics: { countClosedConnection(reason: CloseReason): void } | undefined,
): (reason: CloseReason) => void {
  const throttle = new Throttle();
  return (reason) => {
    metrics?.countClosedConnection(reason);
    throttle.run((leftOut) => log.warn({ reason, ...leftOut }, CLOSE_MESSAGES[reason]), reason);
  };
}
