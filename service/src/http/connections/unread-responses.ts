import type { ServerResponse } from 'node:http';
import { sendQueueOf } from './send-queue.ts';

const MIB = 1024 * 1024;

/**
 * Memory for responses that clients have not read. A page of 100 pets has up to 0.6 MB, so more than 100 clients can be
 * slow at the same time before a connection is closed.
 */
const MAX_UNREAD_BYTES = 64 * MIB;

interface UnreadResponsesOptions {
  maxBytes?: number;
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
 * Constant bodies such as `/openapi.json` are not counted, because all connections share one buffer.
 */
export class UnreadResponses {
  readonly #maxBytes: number;
  readonly #onClosed: () => void;
  /** The unsent bytes of each response at the time when it was added, oldest first. */
  readonly #responses = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor({ maxBytes = MAX_UNREAD_BYTES, onClosed }: UnreadResponsesOptions) {
    this.#maxBytes = maxBytes;
    this.#onClosed = onClosed;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a response that was ended, unless the kernel has taken all of it. */
  add(response: ServerResponse): void {
    const { socket } = response;
    if (socket === null || socket.writableLength === 0 || this.#responses.has(response)) return;
    const { queuedBytes } = sendQueueOf(socket);
    this.#responses.set(response, queuedBytes);
    this.#bytes += queuedBytes;
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
    const bytes = this.#responses.get(response);
    if (bytes === undefined) return;
    this.#responses.delete(response);
    this.#bytes -= bytes;
  }
}
