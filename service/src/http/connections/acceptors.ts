import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';

/**
 * How many sockets listen on each address. libuv accepts one connection of each in a turn of the event loop, and a turn lasts
 * as long as all requests that have arrived. With one socket, the last of 1,000 clients that connect at once waits for
 * more than a second.
 */
const SOCKETS = 128;
/** Only Linux distributes connections among sockets with the same address. */
const canShare = process.platform === 'linux';

/** The options of `listen` for a server that shares its address with those of `addAcceptors`. */
export const SHARED_ADDRESS = { reusePort: canShare };

/**
 * Rejects with the error of `listen` if another program uses the port: two programs that both share their addresses would
 * divide the connections.
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  // The system chooses a free port for 0.
  if (!canShare || port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Adds sockets that listen on an address and pass their connections on to a server: many on its own address, where the
 * system can share it, and one at least on another address. Adds fewer if the process may not open so many files, and none on
 * an address that the machine does not have.
 *
 * @returns a function that stops them.
 */
export async function addAcceptors(server: Server, { host, port }: Address): Promise<() => void> {
  const { address } = server.address() as AddressInfo; // a TCP server has no other kind
  const isOwn = host === address;
  const count = (canShare ? SOCKETS : 1) - (isOwn ? 1 : 0);
  const pass = (socket: Socket) => server.emit('connection', socket);
  const acceptors: NetServer[] = [];
  const stop = () => {
    for (const acceptor of acceptors) acceptor.close();
  };
  try {
    while (acceptors.length < count) {
      // As in a server of `node:http`.
      const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, pass);
      await listenBeside(acceptor, { host, port });
      acceptors.push(acceptor);
    }
  } catch (error) {
    stop();
    if (isOwn && !isTooManyFiles(error)) throw error;
  }
  return stop;
}

function listenBeside(acceptor: NetServer, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    acceptor.once('error', reject);
    acceptor.listen({ ...address, ...SHARED_ADDRESS }, resolve);
  });
}

function isTooManyFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EMFILE';
}
