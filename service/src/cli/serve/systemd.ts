import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { CommandContext } from '../context.ts';

/**
 * Notifies systemd that the service is ready, if it waits for that (`Type=notify`). Node.js has no datagram sockets of the
 * Unix domain, so the program of systemd sends the message; the unit needs `NotifyAccess=all`.
 */
export async function notifyReady(context: CommandContext, log: Logger): Promise<void> {
  if (context.variable('NOTIFY_SOCKET') === undefined) return;
  try {
    await promisify(execFile)('systemd-notify', ['--ready']);
  } catch (err) {
    log.error({ err }, 'systemd could not be notified: the unit needs NotifyAccess=all');
  }
}
