import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way of all clients to a service which may come back at another port. */
export interface CuttingProxy {
  /** Stays the same. */
  url: string;
  /** Where connections lead from now on. */
  leadTo(target: string): void;
  /** Ends every connection in the middle of whatever it carries; returns how many. */
  cut(): number;
  close(): void;
}

export async function startCuttingProxy(): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let target: URL | undefined;
  const proxy = createServer((client) => {
    if (target === undefined) return void client.destroy();
    join(client, connect(Number(target.port), target.hostname));
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // a TCP server has no other kind
  const cut = () => {
    const count = sockets.size;
    for (const socket of sockets) socket.resetAndDestroy();
    return count;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo: (url) => {
      target = new URL(url);
    },
    cut,
    close: () => {
      proxy.close();
      cut();
    },
  };
}

/** Neither outlives the other; what one end closes in order is closed in order for the other. */
function join(client: Socket, service: Socket): void {
  for (const [one, other] of [
    [client, service],
    [service, client],
  ] as const) {
    one.pipe(other);
    one.on('error', () => one.destroy());
    one.on('close', () => other.destroy());
  }
}
