import { connect, type Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
/** All connections of this process read into one buffer: bytes that are needed longer are copied. */
const buffer = Buffer.allocUnsafe(64 * 1024);

export interface Received {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  /** The bytes of the body, which the next response overwrites. */
  readonly body: Buffer;
}

interface Events {
  onOpen(): void;
  onResponse(response: Received): void;
  /** Called once, also if the connection could not be opened. */
  onClosed(): void;
}

/** One connection with one request at a time, with as little work as possible. */
export class Connection {
  /** When the current request should have been sent; undefined if there is none. */
  dueAt: number | undefined;
  readonly #socket: Socket;
  readonly #events: Events;
  #received: Buffer | undefined;

  constructor({ hostname, port }: URL, events: Events) {
    this.#events = events;
    const callback = (length: number) => {
      this.#read(buffer.subarray(0, length));
      return true;
    };
    const options = { host: hostname, port: Number(port), noDelay: true };
    this.#socket = connect({ ...options, onread: { buffer, callback } });
    this.#socket.once('connect', () => events.onOpen());
    this.#socket.once('close', () => events.onClosed());
    // 'close' follows.
    this.#socket.on('error', () => {});
  }

  send(request: Buffer, dueAt: number): void {
    this.dueAt = dueAt;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    const received = this.#received === undefined ? bytes : Buffer.concat([this.#received, bytes]);
    const response = parse(received);
    this.#received = response === undefined ? Buffer.from(received) : undefined;
    if (response !== undefined) this.#events.onResponse(response);
  }
}

/** Returns undefined until the response is complete. The service sends every body with its length. */
function parse(bytes: Buffer): Received | undefined {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const bodyStart = headEnd + END_OF_HEAD.length;
  const bodyEnd = bodyStart + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (bytes.length < bodyEnd) return undefined;
  return { status: Number(head.slice(9, 12)), head, body: bytes.subarray(bodyStart, bodyEnd) };
}
