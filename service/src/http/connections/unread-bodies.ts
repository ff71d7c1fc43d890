import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, MINUTE, SECOND } from '../../core/clock.ts';
import { declaresBody } from '../request-head.ts';
import { BODY_LIMIT_BYTES, dropBody, leaveUnread } from '../requests/body.ts';
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

type Rejected = Pick<Exchange, 'request' | 'response' | 'route'>;

/**
 * Bounds the bodies that are read only to be dropped. If a response is sent before a large body has arrived, such as a 503
 * for an upload, Node reads the rest and drops it. So the connection can be used again, and a client that reads nothing until
 * it has sent everything gets the response, too. For a thousand uploads at once that would be gigabytes, which delay all
 * other requests. So there are two ways:
 *
 *   dropped: no other body is being dropped; the rest is read
 *   closed:  otherwise; the response closes the connection, and the rest is not read (`lingering-close.ts`)
 */
export class UnreadBodies {
  /** The request whose body was dropped last. */
  #dropped: IncomingMessage | undefined;

  /**
   * Decides what happens to the rest of a body. Call it before each response is sent. Returns true if the response must close
   * the connection.
   */
  endReading({ request, response, route }: Rejected): boolean {
    const maximum = route?.body?.limitBytes ?? 0;
    if (request.complete || sizeOf(request, maximum) <= BODY_LIMIT_BYTES) return false;
    if (this.#dropped === undefined || hasEnded(this.#dropped)) {
      this.#dropped = request;
      dropBody(request);
      return false;
    }
    leaveUnread(request);
    response.once('finish', () => setImmediate(() => request.socket.pause()));
    return true;
  }
}

function hasEnded({ complete, destroyed }: IncomingMessage): boolean {
  return complete || destroyed;
}

/** Returns the size of the body, or `maximum` if the client does not declare it. */
function sizeOf({ headers }: IncomingMessage, maximum: number): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  return headers['transfer-encoding'] === undefined ? 0 : maximum;
}
