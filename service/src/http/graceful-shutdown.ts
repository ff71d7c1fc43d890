import type { ServerResponse } from 'node:http';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { unavailable } from '../core/errors.ts';

/** Rejects new requests when the process is to stop, and waits for those in flight. */
export class GracefulShutdown {
  #inFlight = 0;
  #onEmpty: (() => void) | undefined;
  /** Requests that arrived after the shutdown began. */
  readonly #late = new WeakSet<FastifyRequest>();
  /** Responses that are counted already, for example since their request entered the queue. */
  readonly #tracked = new WeakSet<ServerResponse>();

  get isShuttingDown(): boolean {
    return this.#onEmpty !== undefined;
  }

  /** Counts a request as in flight until its response is sent or its connection is closed. */
  readonly trackRequest: onRequestHookHandler = (request, reply, done) => {
    if (this.#tracked.has(reply.raw)) return done();
    if (this.isShuttingDown) this.#late.add(request);
    else this.trackResponse(reply.raw);
    done();
  };

  /** Counts a response as in flight until it is sent or its connection is closed. */
  trackResponse(response: ServerResponse): void {
    this.#inFlight += 1;
    this.#tracked.add(response);
    response.once('close', () => {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#onEmpty?.();
    });
  }

  /** Responds 503 with `Connection: close` to requests that arrived after the shutdown began. */
  readonly refuseNew: onRequestHookHandler = (request, reply, done) => {
    if (!this.#late.has(request)) return done();
    reply.header('Connection', 'close');
    done(unavailable('The service is shutting down. Try again in a moment.'));
  };

  /** Begins to reject new requests. Resolves when those in flight have ended. */
  begin(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#inFlight === 0) resolve();
    });
  }
}
