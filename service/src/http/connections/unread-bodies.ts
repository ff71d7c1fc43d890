import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../exchange.ts';
import { BODY_LIMIT_BYTES } from '../requests/json-body.ts';

/** The bytes of bodies that are dropped at the same time: one of the largest photos. */
const MAX_DROPPED_BYTES = 10_000_000;

type Rejected = Pick<Exchange, 'request' | 'response' | 'route'>;

/**
 * Bounds the bodies that are read only to be dropped. If a response is sent before the body has arrived, such as a 503 for
 * an upload, Node reads the rest and drops it. So the connection can be used again, and a client that reads nothing until it
 * has sent everything gets the response, too. For a thousand uploads at once that would be gigabytes, and the garbage
 * collector would stop all other requests for a quarter of a second. So there are two ways:
 *
 *   dropped: few bytes are dropped at the moment; Node reads the rest
 *   closed:  otherwise; the response closes the connection, and the rest is not read (`lingering-close.ts`)
 */
export class UnreadBodies {
  readonly #dropped = new Map<IncomingMessage, number>();

  /** Call it before each response is sent. Returns true if the response must close the connection. */
  mustClose(exchange: Rejected): boolean {
    const { request, response } = exchange;
    const bytes = sizeOf(exchange);
    if (bytes <= BODY_LIMIT_BYTES || request.complete) return false;
    if (this.#bytes() + bytes > MAX_DROPPED_BYTES) {
      // After Node has begun to read the rest.
      response.once('finish', () => setImmediate(() => request.socket.pause()));
      return true;
    }
    this.#dropped.set(request, bytes);
    request.once('close', () => this.#dropped.delete(request));
    return false;
  }

  /** Returns the size of the bodies that are still dropped: the next request may come before Node closes a complete one. */
  #bytes(): number {
    let sum = 0;
    for (const [{ complete }, bytes] of this.#dropped) sum += complete ? 0 : bytes;
    return sum;
  }
}

/** Returns the size of the body, or its maximum if the client does not declare it; 0 if it is small. */
function sizeOf({ request: { headers }, route }: Rejected): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  return headers['transfer-encoding'] === undefined ? 0 : (route?.config.bodyLimitBytes ?? 0);
}
