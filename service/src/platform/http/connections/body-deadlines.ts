import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, MINUTE, SECOND } from '../../core/clock.ts';
import { declaresBody } from '../request-head.ts';
import type { Exchange } from '../route.ts';

/** How long a body may take. */
const BODY_TIMEOUT = 30 * SECOND;
/** How long a large body may take at most. */
export const LARGE_BODY_TIMEOUT = 5 * MINUTE;
/** What a client must send of a large body after the first 30 s. A telephone with a weak signal sends more. */
const MIN_BYTES_PER_SECOND = 32 * 1024;

interface OpenBody {
  /** How many checks have found it incomplete, one a second. */
  checks: number;
  /** What the connection had received before. */
  readonly bytesBefore: number;
  readonly isLarge: boolean;
}

/**
 * Ends requests whose bodies arrive too slowly. Node has one time limit for all requests, so this class has that of each
 * operation: 30 s, and for a large body one second more for each 32 KiB that has arrived, up to 5 minutes. It counts seconds
 * and compares no times, because the clock of a machine may jump.
 */
export class BodyDeadlines {
  readonly #clock: Clock;
  readonly #open = new Map<IncomingMessage, OpenBody>();
  readonly #onTimeout: (error: NodeJS.ErrnoException, socket: Socket) => void;

  /** @param onTimeout gets the error that Node reports for a request that takes too long. */
  constructor(clock: Clock, onTimeout: (error: NodeJS.ErrnoException, socket: Socket) => void) {
    this.#clock = clock;
    this.#onTimeout = onTimeout;
  }

  /** Checks the requests every second, until the returned function is called. */
  start(): () => void {
    return this.#clock.every(SECOND, () => this.#check());
  }

  /** Call it for each request before it is handled. */
  track({ request, route }: Exchange): void {
    if (request.complete || !declaresBody(request)) return;
    const isLarge = route?.body?.limitBytes !== undefined;
    this.#open.set(request, { checks: 0, bytesBefore: request.socket.bytesRead, isLarge });
    request.once('close', () => this.#open.delete(request));
  }

  #check(): void {
    for (const [request, body] of this.#open) {
      const received = request.socket.bytesRead - body.bytesBefore;
      body.checks += 1;
      if (!request.complete && body.checks * SECOND <= allowedMs(body.isLarge, received)) continue;
      this.#open.delete(request);
      if (!request.complete) this.#onTimeout(timeoutError(), request.socket);
    }
  }
}

/** Returns how long a body may take of which so much has arrived. */
export function allowedMs(isLarge: boolean, receivedBytes: number): number {
  if (!isLarge) return BODY_TIMEOUT;
  return Math.min(LARGE_BODY_TIMEOUT, BODY_TIMEOUT + (receivedBytes / MIN_BYTES_PER_SECOND) * SECOND);
}

function timeoutError(): NodeJS.ErrnoException {
  return Object.assign(new Error('The body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
