import type { ServerResponse } from 'node:http';
import { SECOND } from '../core/clock.ts';
import { unavailable } from '../core/errors.ts';
import type { Step } from './route.ts';

/** How long a shutdown waits for requests in flight. */
export const MAX_SHUTDOWN_MS = 8 * SECOND;
/**
 * How long a shutdown serves requests on connections that are open, behind a proxy. The proxies in deploy/ close a connection
 * that they have not used for a second. So none of them is sending a request on a connection that the service closes.
 */
export const PROXY_GRACE_MS = 2 * SECOND;

/** In a property, because each write sets it: garbage collection takes longer with an entry of a `WeakSet`. */
const tracked = Symbol('counted as in flight');

declare module 'node:http' {
  interface ServerResponse {
    /** True if it is counted already, for example since its request entered the queue. */
    [tracked]?: boolean;
  }
}

/** Rejects new requests when the process is about to end, and waits for those in flight. */
export class GracefulShutdown {
  #inFlight = 0;
  #isShuttingDown = false;
  #onEmpty: (() => void) | undefined;

  /** While true, each response closes its connection. */
  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  /** Returns true for a request that arrives after `finish`, and was not in the queue before. */
  isLate(response: ServerResponse): boolean {
    return this.#onEmpty !== undefined && response[tracked] !== true;
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

  begin(): void {
    this.#isShuttingDown = true;
  }

  /** Begins to reject new requests. Resolves when those in flight have ended. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#inFlight === 0) resolve();
    });
  }
}

/** Rejects requests that arrived too late in a shutdown. */
export const refuseDuringShutdown: Step = ({ isLate }) => {
  if (!isLate) return undefined;
  throw unavailable('The service is shutting down. Try again in a moment.');
};
