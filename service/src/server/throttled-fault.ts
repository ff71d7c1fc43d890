import type { Logger } from 'pino';
import { Throttle } from '../platform/core/throttle.ts';

/** Returns a function that logs a fault at most once a minute: it may occur every second during an outage. */
export function throttledFault(
  log: Logger,
  message: string,
  level: 'error' | 'warn' = 'error',
): (err: unknown) => void {
  const throttle = new Throttle();
  return (err) => throttle.run((leftOut) => log[level]({ err, ...leftOut }, message));
}
