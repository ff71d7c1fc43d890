import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { singleFlight } from '../../platform/core/tasks/single-flight.ts';
import type { CommandContext } from '../context.ts';

/** The protocols between systemd and the service: sd_listen_fds(3) and sd_notify(3). */

type Environment = Pick<CommandContext, 'variable' | 'clock'>;

/** Sockets that systemd passes begin with this file descriptor. */
const FIRST_SOCKET = 3;
const MICROSECONDS_PER_MS = 1_000;
/** A program that hangs must not hold up the next heartbeat. */
const NOTIFY_TIMEOUT_MS = 10_000;

/** Returns the file descriptors of the sockets that systemd has opened for this process (`petstore.socket`). */
export function socketsOfSystemd(context: Environment): number[] {
  if (context.variable('LISTEN_PID') !== String(process.pid)) return [];
  const count = Number(context.variable('LISTEN_FDS') ?? 0);
  return Array.from({ length: count }, (_, index) => FIRST_SOCKET + index);
}

/**
 * Notifies systemd that the service is ready, if it waits for that (`Type=notify`). If systemd ends a process whose event loop is
 * blocked (`WatchdogSec=`), the event loop sends a heartbeat each half of that time until the process ends.
 */
export async function notifySystemd(context: Environment, log: Logger): Promise<void> {
  if (context.variable('NOTIFY_SOCKET') === undefined) return;
  const onFault = (err: unknown) =>
    log.error({ err }, 'systemd could not be notified: the unit needs NotifyAccess=all');
  await send('--ready').catch(onFault);
  const watchdogMs = Number(context.variable('WATCHDOG_USEC') ?? 0) / MICROSECONDS_PER_MS;
  if (watchdogMs === 0) return;
  const heartbeat = singleFlight(() => send('WATCHDOG=1').catch(onFault));
  context.clock.every(watchdogMs / 2, () => void heartbeat());
}

/** Node.js has no datagram sockets of the Unix domain, so the program of systemd sends the message. */
async function send(message: '--ready' | 'WATCHDOG=1'): Promise<void> {
  await promisify(execFile)('systemd-notify', [message], { timeout: NOTIFY_TIMEOUT_MS });
}
