import type { Server } from 'node:http';
import {
  type AddressInfo,
  createServer,
  type ListenOptions,
  type Server as NetServer,
  type Socket,
} from 'node:net';

/**
 * How many sockets listen on each address. libuv accepts one connection of each in a turn of the event loop, and a turn lasts
 * as long as all requests that have arrived. With one socket, the last of 1,000 clients that connect at once waits for
 * more than a second.
 */
const SOCKETS = 128;
/** Only Linux distributes connections among sockets with the same address. */
const canShare = process.platform === 'linux';

/** The options of `listen` for a server that shares its address with its `Acceptors`. */
export const SHARED_ADDRESS = { reusePort: canShare };

/**
 * Rejects with the error of `listen` if another program uses the port: two programs that both share their addresses would
 * divide the connections.
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  // The system chooses a free port for 0.
  if (!canShare || port === 0) return;
  const server = createServer();
  await listening(server, { host, port, exclusive: true });
  await closed(server);
}

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** As in a server of `node:http`. */
const CONNECTION_OPTIONS = { allowHalfOpen: true, noDelay: true };

/** Sockets that listen beside a server, and pass their connections on to it. */
export class Acceptors {
  readonly #server: Server;
  readonly #sockets: NetServer[] = [];
  #isClosed = false;

  constructor(server: Server) {
    this.#server = server;
  }

  /**
   * Adds sockets on an address: many on that of the server, where the system can share it, and at least one on another. Adds none
   * if the process may not open so many files, or the machine does not have the other address.
   *
   * @param threads how many threads share them.
   */
  async add({ host, port }: Address, threads = 1): Promise<void> {
    const own = this.#server.address() as AddressInfo | null; // a TCP server has no other kind; null after it was closed
    if (own === null) return;
    const isOwn = host === own.address;
    const count = (canShare ? Math.ceil(SOCKETS / threads) : 1) - (isOwn ? 1 : 0);
    const added: NetServer[] = [];
    try {
      while (added.length < count && !this.#isClosed) {
        const acceptor = createServer(CONNECTION_OPTIONS, this.#pass);
        added.push(acceptor);
        await listening(acceptor, { host, port, ...SHARED_ADDRESS });
        // Registered before the next one is awaited, so that `close` finds all that listen.
        this.#sockets.push(acceptor);
        if (this.#isClosed) acceptor.close();
      }
    } catch (error) {
      for (const acceptor of added) acceptor.close();
      if (isOwn && !isTooManyFiles(error)) throw error;
    }
  }

  /** Adds sockets that listen already. */
  async addListening(descriptors: readonly number[]): Promise<void> {
    for (const fd of descriptors) {
      const acceptor = createServer(CONNECTION_OPTIONS, this.#pass);
      this.#sockets.push(acceptor);
      await listening(acceptor, { fd });
    }
  }

  /** Stops to accept. Resolves when all connections that were accepted here are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#sockets.map(closed));
  }

  readonly #pass = (socket: Socket): void => {
    this.#server.emit('connection', socket);
  };
}

/** Closes a server. Resolves when its connections are closed, also if it did not listen. */
export function closed(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Lets a server listen. Resolves with its address, and rejects with the error of `listen`. */
export function listening(server: NetServer, options: ListenOptions | { fd: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => resolve(server.address() as AddressInfo)); // a TCP server has no other kind
  });
}

function isTooManyFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EMFILE';
}
