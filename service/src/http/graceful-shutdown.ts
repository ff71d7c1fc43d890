import type { ServerResponse } from 'node:http';
import { SECOND } from '../core/clock.ts';
import { unavailable } from '../core/errors.ts';
import type { Step } from './route.ts';

/** How long a shutdown waits for requests in flight. */
export const MAX_SHUTDOWN_MS = 8 * SECOND;

/** In a property, because each write sets it: garbage collection takes longer with an entry of a `WeakSet`. */
const tracked = Symbol('counted as in flight');

declare module 'node:http' {
  interface ServerResponse {
    /** True if it is counted already, for example since its request entered the queue. */
    [tracked]?: boolean;
  }
}

/** Rejects new requests when the process is to stop, and waits for those in flight. */
export class GracefulShutdown {
  #inFlight = 0;
  #onEmpty: (() => void) | undefined;

  get isShuttingDown(): boolean {
    return this.#onEmpty !== undefined;
  }

  /** Returns true for a request that arrives after the shutdown began, and was not in the queue before. */
  isLate(response: ServerResponse): boolean {
    return this.isShuttingDown && response[tracked] !== true;
  }

  /** Counts a response as in flight, once, until it is sent or its connection is closed. */
  trackResponse(response: ServerResponse): void {
    if (response[tracked] === true) return;
    this.#inFlight += 1;
    response[tracked] = true;
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
export const refuseDuringShutdown: Step = ({ isLate }) => {
  if (!isLate) return undefined;
  throw unavailable('The service is shutting down. Try again in a moment.', undefined, {
    Connection: 'close',
  });
};
