import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** Connections that are opened and then do nothing, or next to nothing. */

const AT_ONCE = 250;
/** One client address has about 28,000 ports to call from, and other tests may still hold some. */
const CLIENT_ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];

/** How many files a process may open here: Node raises the soft limit to the hard one when it starts. */
export function openFilesLimit(): number {
  const [, limit] =
    /Max open files\s+\S+\s+(\d+|unlimited)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}

export class IdleConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  /** What the service said, unasked or asked. */
  received = '';
  isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.received += chunk;
    });
    socket.on('error', () => {}); // Being refused is one way to be answered: `isClosed` tells.
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

  /** Sends one request and waits until its answer has begun to arrive. */
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

/** Opens `count` connections, some hundreds at a time; each does `first` before it is idle. */
export async function openIdle(
  url: string,
  count: number,
  first: (connection: IdleConnection) => Promise<void>,
): Promise<IdleConnection[]> {
  const opened: IdleConnection[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - opened.length) }, async (_, index) => {
      const from = CLIENT_ADDRESSES[index % CLIENT_ADDRESSES.length] ?? '';
      const connection = await IdleConnection.open(url, from);
      await first(connection);
      return connection;
    });
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}
