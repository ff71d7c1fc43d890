import type { ServerResponse } from 'node:http';
import { SECOND } from '../core/clock.ts';
import { unavailable } from '../core/errors.ts';
import type { Check } from './exchange.ts';

/** How long a shutdown waits for requests in flight. */
export const MAX_SHUTDOWN_MS = 8 * SECOND;

/** Rejects new requests when the process is to stop, and waits for those in flight. */
export class GracefulShutdown {
  #inFlight = 0;
  #onEmpty: (() => void) | undefined;
  /** Responses that are counted already, for example since their request entered the queue. */
  readonly #tracked = new WeakSet<ServerResponse>();

  get isShuttingDown(): boolean {
    return this.#onEmpty !== undefined;
  }

  /** Returns true for a request that arrives after the shutdown began, and was not in the queue before. */
  isLate(response: ServerResponse): boolean {
    return this.isShuttingDown && !this.#tracked.has(response);
  }

  /** Counts a response as in flight, once, until it is sent or its connection is closed. */
  trackResponse(response: ServerResponse): void {
    if (this.#tracked.has(response)) return;
    this.#inFlight += 1;
    this.#tracked.add(response);
    response.once('close', () => {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#onEmpty?.();
    });
  }

  /** Begins to reject new requests. Resolves when those in flight have ended. */
  begin(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#inFlight === 0) resolve();
    });
  }
}

/** Rejects requests that arrived after the shutdown began, and closes their connections. */
export const refuseDuringShutdown: Check = ({ isLate }) =>
  isLate
    ? unavailable('The service is shutting down. Try again in a moment.', undefined, { Connection: 'close' })
    : undefined;
