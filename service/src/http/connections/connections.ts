import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, SECOND } from '../../core/clock.ts';
import { addressKey, networkMatcher } from '../requests/client-address.ts';
import type { CloseReason } from './close-reason.ts';
import { isDownload } from './downloads.ts';
import { MIN_DOWNLOAD_BYTES, nextReadingRate, type ReadingRate } from './reading-rate.ts';
import { sendQueueOf } from './send-queue.ts';

const LOOPBACK = ['127.0.0.0/8', '::1'];

export interface ConnectionLimitOptions {
  clock: Clock;
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
  const { clock, maxConnections, maxConnectionsPerAddress, trustProxy, onClosed } = options;
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
