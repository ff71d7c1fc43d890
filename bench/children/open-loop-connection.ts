import { connect, type Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
/** Long answers come in several pieces, which are put together. */
const PIECE_BYTES = 64 * 1024;
/** All connections of this process read into it, one after the other: what is needed longer is copied. */
const piece = Buffer.allocUnsafe(PIECE_BYTES);

export interface Received {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  /** The bytes of the body, to be read at once. */
  readonly body: Buffer;
}

interface Events {
  onOpen(connection: Connection): void;
  onAnswer(connection: Connection, answer: Received): void;
  /** Called once, also when it could not be opened. */
  onClosed(connection: Connection): void;
}

/** One connection with one request at a time, as cheap as Node can. */
export class Connection {
  /** When the request that is under way should have been sent; undefined if none is. */
  dueAt: number | undefined;
  readonly #socket: Socket;
  readonly #events: Events;
  #received: Buffer | undefined;

  constructor({ host, port }: { host: string; port: number }, events: Events) {
    this.#events = events;
    const callback = (bytes: number) => {
      this.#read(piece.subarray(0, bytes));
      return true;
    };
    this.#socket = connect({ host, port, noDelay: true, onread: { buffer: piece, callback } });
    this.#socket.once('connect', () => events.onOpen(this));
    this.#socket.once('close', () => events.onClosed(this));
    // What follows is 'close'.
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
    const answer = parsed(received);
    if (answer === undefined) {
      this.#received = Buffer.from(received);
      return;
    }
    this.#received = undefined;
    this.#events.onAnswer(this, answer);
  }
}

/** Undefined until all of it is there. The service gives every body with its length. */
function parsed(bytes: Buffer): Received | undefined {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const bodyStart = headEnd + END_OF_HEAD.length;
  const bodyEnd = bodyStart + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (bytes.length < bodyEnd) return undefined;
  return { status: Number(head.slice(9, 12)), head, body: bytes.subarray(bodyStart, bodyEnd) };
}
