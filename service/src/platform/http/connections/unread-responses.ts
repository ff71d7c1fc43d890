import type { ServerResponse } from 'node:http';
import { sendQueueOf } from './send-queue.ts';

const MIB = 1024 * 1024;

/**
 * Memory for responses that clients have not read. A page of 100 pets has up to 0.6 MB, so more than 100 clients can be
 * slow at the same time before a connection is closed.
 */
const MAX_UNREAD_BYTES = 64 * MIB;

/** The memory of a response beyond a shared body: its header fields and its objects. */
const OVERHEAD_BYTES = 2 * 1024;

interface Unread {
  readonly bytes: number;
  /** The body if it is in a buffer. */
  readonly shared: Buffer | undefined;
}

interface UnreadResponsesOptions {
  maxBytes?: number;
  /** The part of it for this thread. */
  share?: number;
  /** Called after a connection was closed to stay within the limit. */
  onClosed: () => void;
}

/**
 * Limits the memory of responses that clients have not read yet. The states of a response:
 *
 *   written --- the kernel has not taken all of it ----------> counted
 *   counted --- the client has read it, or has disconnected -> released
 *   counted --- the limit is exceeded, and it is the oldest -> released, and its connection is reset
 *
 * The oldest response belongs to the slowest client, because a client with an ordinary speed finishes reading sooner.
 * A body in a buffer is counted once for all who read it, until the last of them is released.
 */
export class UnreadResponses {
  readonly #maxBytes: number;
  readonly #onClosed: () => void;
  /** What each response keeps in memory, oldest first. */
  readonly #responses = new Map<ServerResponse, Unread>();
  /** How many responses read each buffer. */
  readonly #readers = new Map<Buffer, number>();
  #bytes = 0;

  constructor({ maxBytes = MAX_UNREAD_BYTES, share = 1, onClosed }: UnreadResponsesOptions) {
    this.#maxBytes = maxBytes * share;
    this.#onClosed = onClosed;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts a response that was ended, unless the kernel has taken all of it.
   *
   * @param body a buffer that other responses may have, too. Of a string each response has a copy.
   */
  add(response: ServerResponse, body?: string | Buffer): void {
    const { socket } = response;
    if (socket === null || socket.writableLength === 0 || this.#responses.has(response)) return;
    const shared = body instanceof Buffer ? body : undefined;
    const bytes = shared === undefined ? sendQueueOf(socket).queuedBytes : OVERHEAD_BYTES;
    this.#responses.set(response, { bytes, shared });
    this.#bytes += bytes;
    if (shared !== undefined) this.#share(shared);
    response.once('close', () => this.#remove(response));
    while (this.#bytes > this.#maxBytes) this.#closeOldest();
  }

  #closeOldest(): void {
    const [oldest] = this.#responses.keys();
    if (oldest === undefined)
      throw new Error('The number of unread bytes is not zero, but no response is tracked');
    this.#remove(oldest);
    // A reset also frees the buffer of the kernel.
    oldest.socket?.resetAndDestroy();
    this.#onClosed();
  }

  #remove(response: ServerResponse): void {
    const unread = this.#responses.get(response);
    if (unread === undefined) return;
    this.#responses.delete(response);
    this.#bytes -= unread.bytes;
    if (unread.shared !== undefined) this.#release(unread.shared);
  }

  #share(body: Buffer): void {
    const readers = this.#readers.get(body) ?? 0;
    if (readers === 0) this.#bytes += body.length;
    this.#readers.set(body, readers + 1);
  }

  #release(body: Buffer): void {
    const remaining = (this.#readers.get(body) ?? 1) - 1;
    if (remaining > 0) this.#readers.set(body, remaining);
    else if (this.#readers.delete(body)) this.#bytes -= body.length;
  }
}
