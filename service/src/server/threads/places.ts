import { isIP } from 'node:net';
import type { Config } from '../../platform/config/config.ts';
import { ConfigError } from '../../platform/config/option-values.ts';
import { hostInUrl } from '../../platform/config/urls.ts';
import type { Address } from '../../platform/http/connections/acceptors.ts';
import type { App } from '../app.ts';

/** Where a thread listens: on sockets that systemd has opened, or on the port that the main thread has bound. */
export interface Place {
  readonly sockets: readonly number[];
  readonly port: number;
}

/**
 * Divides the sockets of systemd among the threads.
 *
 * @throws {ConfigError} if a thread would have none.
 */
export function divideSockets(sockets: readonly number[], threads: number): number[][] {
  if (sockets.length > 0 && sockets.length < threads) {
    throw new ConfigError(
      `WORKERS is ${threads}, but the socket unit of systemd has ${sockets.length} sockets: repeat its ListenStream= for each thread`,
    );
  }
  return Array.from({ length: threads }, (_, thread) =>
    sockets.filter((_socket, index) => index % threads === thread),
  );
}

/**
 * Lets a thread listen on sockets that systemd has opened, or on the configured address if there are none. Returns the address.
 *
 * @param bound the port that another thread has bound.
 * @throws {ConfigError} if these sockets have another address.
 */
export async function listenAt(
  app: App,
  { host, port, workers }: Config,
  sockets: readonly number[],
  bound: number | undefined,
): Promise<Address> {
  const [first, ...others] = sockets;
  if (first === undefined) return app.listen({ host, port: bound ?? port }, workers, bound === undefined);
  const address = await app.listenOn(first, ...others);
  if (address.port === port && isSameHost(host, address.host)) return address;
  throw new ConfigError(
    `HOST and PORT are ${hostInUrl(host)}:${port}, but the socket unit of systemd listens on ${hostInUrl(address.host)}:${address.port}: set ListenStream= to the same address`,
  );
}

/** A name such as localhost may mean any address. */
function isSameHost(configured: string, actual: string): boolean {
  return isIP(configured) === 0 || configured === actual;
}
