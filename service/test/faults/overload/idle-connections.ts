import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** Connections that send at most one request. */

const BATCH = 250;
/** One client address has about 28,000 ports, and other tests may still use some. */
const CLIENT_ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];

/** Returns the maximum number of open files: Node raises the soft limit to the hard one at its start. */
export function openFilesLimit(): number {
  const [, limit] =
    /Max open files\s+\S+\s+(\d+|unlimited)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}

export class IdleConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  /** All bytes that the service sent. */
  received = '';
  isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.received += chunk;
    });
    socket.on('error', () => {}); // The service may refuse the connection: see `isClosed`.
    this.#closed = new Promise((resolve) => socket.on('close', resolve)).then(() => {
      this.isClosed = true;
    });
  }

  static async open(url: string, localAddress: string): Promise<IdleConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    const connection = new IdleConnection(socket);
    await connection.#firstOf('connect');
    return connection;
  }

  /** Sends one request and waits for the first bytes of the response. */
  async ask(request: string): Promise<void> {
    this.#socket.write(request);
    await this.#firstOf('data');
  }

  #firstOf(event: string): Promise<unknown> {
    return Promise.race([new Promise((resolve) => this.#socket.once(event, resolve)), this.#closed]);
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Opens `count` connections in batches, and calls `first` on each. */
export async function openIdle(
  url: string,
  count: number,
  first: (connection: IdleConnection) => Promise<void>,
): Promise<IdleConnection[]> {
  const opened: IdleConnection[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(BATCH, count - opened.length) }, async (_, index) => {
      const from = CLIENT_ADDRESSES[index % CLIENT_ADDRESSES.length] ?? '';
      const connection = await IdleConnection.open(url, from);
      await first(connection);
      return connection;
    });
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}
