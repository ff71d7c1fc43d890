import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Scope } from '../folders.ts';

/** `forward` carries all bytes; `silent` accepts connections and carries nothing. */
type ProxyMode = 'forward' | 'silent';

/** A TCP proxy whose port stays the same, whatever happens to the server behind it. */
export interface Proxy {
  /** The URL of the first target with the proxy's address; without a target only `http:` and the address. */
  readonly url: string;
  setMode(mode: ProxyMode): void;
  /** Sets the server of new connections. */
  setTarget(url: string): void;
  /** Resets the first connection that sends these texts in this order, when the server responds to the last one. Resolves then. */
  resetAfter(...texts: readonly string[]): Promise<void>;
  /** Resets all connections in the middle of what they carry; returns how many there were. */
  resetConnections(): number;
  close(): void;
}

/** Starts a proxy that is closed after the scope, if there is one. Without a target it closes every connection. */
export async function startProxy(scope?: Scope, firstTarget?: string): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let target = firstTarget === undefined ? undefined : new URL(firstTarget);
  let mode: ProxyMode = 'forward';
  let trap: Trap | undefined;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const carry = (from: Socket, to: Socket) => {
    keep(from);
    from.on('data', (bytes) => {
      if (!to.write(bytes)) from.pause();
    });
    to.on('drain', () => {
      if (mode === 'forward') from.resume();
    });
    from.on('close', () => to.destroySoon());
    if (mode === 'silent') from.pause();
  };
  const proxy = createServer((client) => {
    if (target === undefined) return void client.destroy();
    const server = connect(Number(target.port), target.hostname);
    clients.add(client);
    client.once('close', () => clients.delete(client));
    client.on('data', (bytes) => {
      if (trap?.isSprungBy(client, bytes) !== true) return;
      const { onReset } = trap;
      trap = undefined;
      server.removeAllListeners('data').once('data', () => {
        client.resetAndDestroy();
        onReset();
      });
    });
    carry(client, server);
    carry(server, client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const resetConnections = () => {
    const count = clients.size;
    for (const client of clients) client.resetAndDestroy();
    return count;
  };
  const close = () => {
    proxy.close();
    resetConnections();
    for (const socket of sockets) socket.destroy();
  };
  scope?.after(close);
  const url = new URL(firstTarget ?? 'http://127.0.0.1');
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port); // a TCP server has no other kind
  return {
    url: firstTarget === undefined ? url.origin : url.href,
    setMode: (next) => {
      mode = next;
      for (const socket of sockets) next === 'silent' ? socket.pause() : socket.resume();
    },
    setTarget: (next) => {
      target = new URL(next);
    },
    resetAfter: (...texts) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      trap = new Trap(texts, resolve);
      return promise;
    },
    resetConnections,
    close,
  };
}

/** Waits for a connection that has sent some texts, each of which arrives in one piece. */
class Trap {
  readonly onReset: () => void;
  readonly #texts: readonly string[];
  /** How many of the texts each connection has sent. */
  readonly #sent = new WeakMap<Socket, number>();

  constructor(texts: readonly string[], onReset: () => void) {
    this.#texts = texts;
    this.onReset = onReset;
  }

  isSprungBy(client: Socket, bytes: Buffer): boolean {
    const sent = this.#sent.get(client) ?? 0;
    if (!bytes.includes(this.#texts[sent] ?? '')) return false;
    this.#sent.set(client, sent + 1);
    return sent + 1 === this.#texts.length;
  }
}
