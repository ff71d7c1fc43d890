import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests of a connection may wait for their turn before no more of it is read. */
const MAX_WAITING = 64;

/**
 * Lets pipelined requests wait until the responses before them on their connection are sent. Node hands over all that have
 * arrived: their responses would be held in memory for a client that reads none, and what follows a response that closes
 * the connection would be done (RFC 9112, section 9.6). A connection with many waiting requests is not read.
 */
export class Pipelining {
  readonly #waiting = new WeakMap<Socket, number>();

  wait(socket: Socket, response: ServerResponse, act: () => void): void {
    // Node reads on whenever it has read a request to its end.
    if (!this.#waiting.has(socket)) socket.on('resume', () => this.#pauseIfMany(socket));
    this.#count(socket, 1);
    this.#pauseIfMany(socket);
    response.once('socket', () => {
      this.#count(socket, -1);
      if (this.#waiting.get(socket) === MAX_WAITING / 2) socket.resume();
      act();
    });
  }

  #count(socket: Socket, change: 1 | -1): void {
    this.#waiting.set(socket, (this.#waiting.get(socket) ?? 0) + change);
  }

  #pauseIfMany(socket: Socket): void {
    if ((this.#waiting.get(socket) ?? 0) >= MAX_WAITING) socket.pause();
  }
}
