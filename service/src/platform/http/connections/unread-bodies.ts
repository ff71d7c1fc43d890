import type { IncomingMessage } from 'node:http';
import { BODY_LIMIT_BYTES, dropBody, leaveUnread } from '../requests/body.ts';
import type { Exchange } from '../route.ts';

type Rejected = Pick<Exchange, 'request' | 'response' | 'route'>;

/**
 * Bounds the bodies that are read only to be dropped. If a response is sent before a large body has arrived, such as a 503
 * for an upload, Node reads the rest and drops it. So the connection can be used again, and a client that reads nothing until
 * it has sent everything gets the response, too. For a thousand uploads at once that would be gigabytes, which delay all
 * other requests. So there are two ways:
 *
 *   dropped: no other body is being dropped; the rest is read
 *   closed:  otherwise; the response closes the connection, and the rest is not read (`closeLingering` in `protocol-errors.ts`)
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
