import type { ServerResponse } from 'node:http';
import type { onSendHookHandler } from 'fastify';
import { sendQueueOf } from './send-queue.ts';

const MIB = 1024 * 1024;

/**
 * Memory for responses that clients have not read. A page of 100 pets has up to 0.6 MB, so more than 100 clients can
 * be slow at once before one of them is closed.
 */
const MAX_UNREAD_BYTES = 64 * MIB;
/** The kernel buffers a smaller response. A connection has one response at a time. */
const MIN_COUNTED_LENGTH = 4 * 1024;

interface UnreadResponsesOptions {
  maxBytes?: number;
  /** Called after a connection was closed to stay within the budget. */
  onClosed: () => void;
}

/**
 * Bounds the memory that responses take until their clients read them. When it is used up, the connection that has been
 * reading for the longest time is closed: a client that reads at an ordinary speed is never the oldest for long.
 *
 * Responses with constant bodies, such as `/openapi.json`, are not counted: all connections share one buffer.
 */
export class UnreadResponses {
  readonly #maxBytes: number;
  readonly #onClosed: () => void;
  /** Oldest first. */
  readonly #responses = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor({ maxBytes = MAX_UNREAD_BYTES, onClosed }: UnreadResponsesOptions) {
    this.#maxBytes = maxBytes;
    this.#onClosed = onClosed;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a response of the framework as soon as it is written. Add it after the hook that compresses. */
  readonly track: onSendHookHandler = (_request, reply, payload, done) => {
    const isLarge =
      (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > MIN_COUNTED_LENGTH;
    if (isLarge) process.nextTick(() => this.add(reply.raw));
    done();
  };

  /** Counts a response that was ended, if its client has not read all of it yet. */
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
    if (oldest === undefined) throw new Error('There are unread bytes without a response');
    this.#remove(oldest);
    // A reset frees the kernel's buffer, too.
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
