import { randomBytes } from 'node:crypto';
import type { onRequestHookHandler } from 'fastify';

/** Names every request, so that an answer leads to its line in the log: a random name of this process and a count. */
export class RequestIds {
  readonly #process = randomBytes(6).toString('base64url');
  #count = 0;

  readonly next = (): string => {
    this.#count += 1;
    return `${this.#process}-${this.#count.toString(36)}`;
  };

  readonly sendHeader: onRequestHookHandler = (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  };
}
