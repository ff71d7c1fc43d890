import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The socket is not read further while this many requests of a connection wait. */
const MAX_WAITING = 64;

/**
 * Delays pipelined requests until the earlier responses of their connection are sent. Node emits all requests that have
 * arrived. If they ran, their responses would fill the memory for a client that reads none, and requests after a
 * response that closes the connection would run (RFC 9112, section 9.6).
 *
 *   reading --- 64 requests wait ---> paused --- 32 requests wait ---> reading
 */
export class Pipelining {
  readonly #waiting = new WeakMap<Socket, number>();

  /** Calls `act` when it is the turn of the response. */
  wait(socket: Socket, response: ServerResponse, act: () => void): void {
    // Node resumes a socket after each request that it has read completely.
    if (!this.#waiting.has(socket)) socket.on('resume', () => this.#pauseIfFull(socket));
    this.#count(socket, 1);
    this.#pauseIfFull(socket);
    response.once('socket', () => {
      this.#count(socket, -1);
      if (this.#waiting.get(socket) === MAX_WAITING / 2) socket.resume();
      act();
    });
  }

  #count(socket: Socket, change: 1 | -1): void {
    this.#waiting.set(socket, (this.#waiting.get(socket) ?? 0) + change);
  }

  #pauseIfFull(socket: Socket): void {
    if ((this.#waiting.get(socket) ?? 0) >= MAX_WAITING) socket.pause();
  }
}
