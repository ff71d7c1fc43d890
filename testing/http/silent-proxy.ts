import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A way to a server on which nothing moves for a time: connections are taken, and never answered. */
interface SilentProxy {
  /** The server's URL, by this way. */
  url: string;
  silence(): void;
  speak(): void;
}

/** Puts itself between a test and a server. */
export async function startSilentProxy(t: TestContext, target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const proxy = createServer((client) => {
    const server = keep(connect(Number(port), hostname));
    keep(client).on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      if (isSilent) from.pause();
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(target);
  url.port = String((proxy.address() as AddressInfo).port); // a TCP server has no other kind
  return {
    url: url.href,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
