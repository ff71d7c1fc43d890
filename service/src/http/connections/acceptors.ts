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

/**
 * Adds sockets that listen on the address of a server and pass their connections on to it. Adds none if the process may not
 * open so many files.
 *
 * @returns a function that stops them.
 */
export async function addAcceptors(server: Server): Promise<() => void> {
  if (!canShare) return () => {};
  const { address: host, port } = server.address() as AddressInfo; // a TCP server has no other kind
  const pass = (socket: Socket) => server.emit('connection', socket);
  const acceptors: NetServer[] = [];
  const stop = () => {
    for (const acceptor of acceptors) acceptor.close();
  };
  try {
    while (acceptors.length < SOCKETS - 1) {
      // As in a server of `node:http`.
      const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, pass);
      await listenBeside(acceptor, { host, port });
      acceptors.push(acceptor);
    }
  } catch (error) {
    stop();
    if (!isTooManyFiles(error)) throw error;
  }
  return stop;
}

function listenBeside(acceptor: NetServer, address: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    acceptor.once('error', reject);
    acceptor.listen({ ...address, ...SHARED_ADDRESS }, resolve);
  });
}

function isTooManyFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EMFILE';
}
