import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { runAfter, type Scope } from '../folders.ts';

/** What a host does when the first bytes of a connection have arrived. */
export type Behaviour = (socket: Socket) => void;

/** A host that no client should wait for, nor be held up by. */
export interface HostileHost {
  readonly port: number;
  /** Resolves when so many connections have sent their first bytes, since the start. */
  reached(count: number): Promise<void>;
  /** Resolves when no connection is open, with how many bytes it has sent. */
  left(): Promise<number>;
}

export async function startHostileHost(t: Scope, behave: Behaviour): Promise<HostileHost> {
  const changes = new EventTarget();
  const changed = () => changes.dispatchEvent(new Event('change'));
  const open = new Set<Socket>();
  let count = 0;
  let bytes = 0;
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}));
    socket.on('close', () => {
      open.delete(socket);
      bytes += socket.bytesWritten;
      changed();
    });
    socket.once('data', () => {
      count += 1;
      behave(socket);
      changed();
    });
    socket.resume();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  runAfter(t, async () => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port, // a TCP server has no other kind
    reached: async (wanted) => {
      while (count < wanted) await once(changes, 'change');
    },
    left: async () => {
      while (open.size > 0) await once(changes, 'change');
      return bytes;
    },
  };
}

/** Sends nothing: also to a client that begins TLS. */
export const silent: Behaviour = () => {};

/** Sends a text, and then another one again and again, as fast as the client reads. */
function flooding(first: string, repeated: string): Behaviour {
  const many = Buffer.from(repeated.repeat(Math.ceil(65_536 / repeated.length)));
  return (socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(many));
    };
    socket.on('drain', write).write(first);
    write();
  };
}

/** Sends a text, and then another one every millisecond. */
function dripping(first: string, repeated: string): Behaviour {
  return (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(repeated), 1);
    socket.on('close', () => clearInterval(timer));
  };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

/** Answers to a request of HTTP that never end, and switch to something else. */
export const HOSTILE_ANSWERS = {
  silent,
  switching: (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
  'early hints': flooding('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  processing: dripping('', 'HTTP/1.1 102 Processing\r\n\r\n'),
  'slow fields': dripping(`${OK}X: `, 'a'),
  'slow body': dripping(CHUNKED, '1\r\na\r\n'),
  'long chunks': flooding(CHUNKED, `1;${'a'.repeat(4_000)}\r\na\r\n`),
  'slow trailers': dripping(`${CHUNKED}0\r\nX: `, 'a'),
  'empty lines': flooding('', '\r\n'),
  'spaces of a field': flooding(`${OK}X:`, ' '),
  'zeros of a size': flooding(CHUNKED, '0'),
} as const satisfies Record<string, Behaviour>;
