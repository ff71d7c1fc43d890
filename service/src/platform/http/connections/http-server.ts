import { lookup } from 'node:dns/promises';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { SECOND, withTimeout } from '../../core/clock.ts';
import { createServer } from '../node-http.ts';
import type { Listener } from '../overload/request-queue.ts';
import { Acceptors, type Address, closed, listening, requireFreePort, SHARED_ADDRESS } from './acceptors.ts';
import { LARGE_BODY_TIMEOUT } from './body-deadlines.ts';

const HEADERS_TIMEOUT = 10 * SECOND;
const KEEP_ALIVE_TIMEOUT = 72 * SECOND;
/** How long a server that closes waits for its connections. Some never send a request: browsers connect in advance. */
const FORCE_AFTER_MS = SECOND / 2;
const HEADER_LIMIT_BYTES = 16 * 1024;

/** The server of all requests, on one or more addresses. */
export class HttpServer {
  readonly server: Server;
  readonly #acceptors: Acceptors;

  constructor(listener: Listener, onClientError: (error: NodeJS.ErrnoException, socket: Socket) => void) {
    const options = {
      requireHostHeader: false,
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT,
      // `BodyDeadlines` ends almost all slow requests earlier.
      requestTimeout: HEADERS_TIMEOUT + LARGE_BODY_TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      connectionsCheckingInterval: SECOND,
    };
    this.server = createServer(options, listener);
    // By default Node closes a connection whose client has closed its side, and a change is made without an answer.
    Object.assign(this.server, { httpAllowHalfOpen: true });
    this.server.on('clientError', onClientError);
    this.#acceptors = new Acceptors(this.server);
  }

  /**
   * Listens on an address, or on all addresses of `localhost`. Returns the first.
   *
   * @param threads how many threads of this process listen there.
   * @param isFirst false if another thread listens there already.
   */
  async listen({ host, port }: Address, threads = 1, isFirst = true): Promise<Address> {
    if (isFirst) await requireFreePort(host, port);
    const { address, port: bound } = await listening(this.server, { host, port, ...SHARED_ADDRESS });
    for (const each of host === 'localhost' ? await addressesOfLocalhost(address) : [address]) {
      await this.#acceptors.add({ host: each, port: bound }, threads);
    }
    return { host: address, port: bound };
  }

  /** Listens on sockets that systemd has opened, which hold new connections while the service is restarted. Returns their address. */
  async listenOn(first: number, ...others: number[]): Promise<Address> {
    const { address, port } = await listening(this.server, { fd: first });
    await this.#acceptors.addListening(others);
    return { host: address, port };
  }

  /**
   * Closes the addresses at once, but no connection: a proxy may be sending a request on one that is not in use. Resolves when
   * all connections are closed, or after the time.
   */
  async stopListening(timeoutMs: number): Promise<void> {
    // `close` of `node:http` would close the connections that are not in use.
    const ended = new Promise((resolve) => NetServer.prototype.close.call(this.server, resolve));
    await withTimeout(timeoutMs, Promise.all([ended, this.#acceptors.close()]));
  }

  /** Closes the addresses at once, and the connections when their responses are sent, or after half a second. */
  async close(): Promise<void> {
    // By the time of the process: a test that stops the clock must be able to close the service. It keeps the process alive,
    // because a connection that is not read does not.
    const timer = setTimeout(() => this.server.closeAllConnections(), FORCE_AFTER_MS);
    await Promise.all([closed(this.server), this.#acceptors.close()]);
    clearTimeout(timer);
  }
}

/** Returns the address that has been bound, and the others that the machine has. */
async function addressesOfLocalhost(bound: string): Promise<string[]> {
  const found = await lookup('localhost', { all: true });
  return [...new Set([bound, ...found.map(({ address }) => address)])];
}
