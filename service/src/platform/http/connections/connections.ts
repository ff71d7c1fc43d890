import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type Clock, SECOND } from '../../core/clock.ts';
import { Throttle } from '../../core/throttle.ts';
import { addressKey, networkMatcher } from '../requests/client-address.ts';
import { isDownload, sendQueueOf } from './send-queue.ts';

const LOOPBACK = ['127.0.0.0/8', '::1'];

export interface ConnectionLimitOptions {
  clock: Clock;
  /** The part of all connections for this thread. */
  share?: number;
  /** 0 for no limit. */
  maxConnections: number;
  /** 0 for no limit. */
  maxConnectionsPerAddress: number;
  /** Networks of trusted proxies. The address of a proxy stands for all clients behind it. */
  trustProxy: readonly string[];
  onClosed: (reason: CloseReason) => void;
}

/**
 * Limits the connections of the server, in total and per client address, and closes those whose clients read too slowly.
 * The limit per address does not apply to trusted proxies and to the loopback device.
 *
 * @returns a function that stops the checks.
 */
export function limitConnections(server: Server, options: ConnectionLimitOptions): () => void {
  const { clock, share = 1, trustProxy, onClosed } = options;
  const maxConnections = Math.ceil(options.maxConnections * share);
  const maxConnectionsPerAddress = Math.ceil(options.maxConnectionsPerAddress * share);
  const isExempt = networkMatcher([...LOOPBACK, ...trustProxy]);
  const byAddress = new AddressCounts();
  const open = new Map<Socket, ReadingRate | undefined>();
  server.on('connection', (socket: Socket) => {
    if (maxConnections > 0 && open.size >= maxConnections) {
      socket.destroy();
      return onClosed('connection_limit');
    }
    const { remoteAddress = '' } = socket;
    if (maxConnectionsPerAddress > 0 && !isExempt(remoteAddress)) {
      const address = addressKey(remoteAddress);
      if (byAddress.get(address) >= maxConnectionsPerAddress) {
        socket.destroy();
        return onClosed('address_limit');
      }
      byAddress.add(address, 1);
      socket.once('close', () => byAddress.add(address, -1));
    }
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  return clock.every(SECOND, () => {
    for (const [socket, rate] of open) {
      const next = checkReading(socket, rate);
      if (next === 'too slow') {
        socket.resetAndDestroy();
        onClosed('slow_reader');
      } else if (next !== rate) open.set(socket, next);
    }
  });
}

function checkReading(socket: Socket, rate: ReadingRate | undefined): ReadingRate | 'too slow' | undefined {
  if (socket.writableLength === 0) return undefined;
  const { queuedBytes, takenBytes } = sendQueueOf(socket);
  if (queuedBytes === 0) return undefined;
  return nextReadingRate(rate, takenBytes, isDownload(socket) ? MIN_DOWNLOAD_BYTES : undefined);
}

class AddressCounts {
  readonly #counts = new Map<string, number>();

  get(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  add(address: string, difference: number): void {
    const count = this.get(address) + difference;
    if (count === 0) this.#counts.delete(address);
    else this.#counts.set(address, count);
  }
}

/** A connection is closed if its client takes less than the minimum within this many checks, one per second. */
const WINDOW_CHECKS = 30;
/**
 * 1 KB per second. The kernel frees its send buffer in steps of up to 30 KB on a link with an MTU of 1,500, so a shorter
 * window would close clients that read steadily.
 */
const MIN_BYTES = 30 * 1024;
/** 16 KB per second of a download, because other accounts wait for its place. A telephone with a weak signal reads more. */
export const MIN_DOWNLOAD_BYTES = 16 * MIN_BYTES;

/** The current window of checks of a connection. */
export interface ReadingRate {
  readonly checks: number;
  /** Bytes that the kernel had taken for the connection when the window began. */
  readonly takenBefore: number;
}

/**
 * Checks a connection on which a response waits to be read. Returns its new window, or `too slow`.
 *
 * @param rate undefined if nothing waited at the previous check.
 * @param taken bytes that the kernel has taken for the connection since it was opened.
 */
export function nextReadingRate(
  rate: ReadingRate | undefined,
  taken: number,
  minBytes = MIN_BYTES,
): ReadingRate | 'too slow' {
  if (rate === undefined) return { checks: 0, takenBefore: taken };
  const checks = rate.checks + 1;
  if (checks < WINDOW_CHECKS) return { ...rate, checks };
  return taken - rate.takenBefore < minBytes ? 'too slow' : { checks: 0, takenBefore: taken };
}

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
