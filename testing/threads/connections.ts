import type { Socket } from 'node:net';
import type { App } from '../../service/src/server/app.ts';

const PORTS = 2 ** 16;

/** Returns memory for `noteConnections`: for each port of a client, the number of the thread that has its connection. */
export function portsOfClients(): SharedArrayBuffer {
  return new SharedArrayBuffer(PORTS * Int32Array.BYTES_PER_ELEMENT);
}

/** Lets clients know which of their connections a thread has accepted. */
export function noteConnections(
  { server }: Pick<App, 'server'>,
  acceptedBy: SharedArrayBuffer,
  thread: number,
): void {
  const threads = new Int32Array(acceptedBy);
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket; // none if the client has already closed it
    Atomics.store(threads, remotePort, thread);
    Atomics.notify(threads, remotePort);
    // A later connection may have the same port, and another thread.
    socket.once('close', () => Atomics.compareExchange(threads, remotePort, thread, 0));
  });
}
