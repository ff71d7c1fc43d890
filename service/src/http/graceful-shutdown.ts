import type { ServerResponse } from 'node:http';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { unavailable } from '../core/errors.ts';

/** Lets the requests in flight end when the process is to stop, and turns new ones away meanwhile. */
export class GracefulShutdown {
  #inFlight = 0;
  #onEmpty: (() => void) | undefined;
  /** Those that arrived after the drain had begun. */
  readonly #late = new WeakSet<FastifyRequest>();
  /** Those that are in flight already, such as one that had to wait before it was taken up. */
  readonly #followed = new WeakSet<ServerResponse>();

  get isShuttingDown(): boolean {
    return this.#onEmpty !== undefined;
  }

  /** Counts a request until its answer is sent or its connection gone. */
  readonly trackRequest: onRequestHookHandler = (request, reply, done) => {
    if (this.#followed.has(reply.raw)) return done();
    if (this.isShuttingDown) this.#late.add(request);
    else this.trackResponse(reply.raw);
    done();
  };

  /** Counts an answer as in flight until it is sent or its connection gone. */
  trackResponse(response: ServerResponse): void {
    this.#inFlight += 1;
    this.#followed.add(response);
    response.once('close', () => {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#onEmpty?.();
    });
  }

  /** 503 with `Connection: close` once the drain has begun. */
  readonly refuseNew: onRequestHookHandler = (request, reply, done) => {
    if (!this.#late.has(request)) return done();
    reply.header('Connection', 'close');
    done(unavailable('The service is shutting down. Try again in a moment.'));
  };

  /** Begins to turn new requests away; resolves when those in flight have ended. */
  begin(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#inFlight === 0) resolve();
    });
  }
}
