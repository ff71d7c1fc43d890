import type { Socket } from 'node:net';
import { SECOND } from '../../core/clock.ts';

/** How long the client has to read the last response and to close the connection. */
const LINGER_MS = 2 * SECOND;

/**
 * Closes a connection so that its last response arrives (RFC 9112, section 9.6). To close a socket with unread bytes sends
 * a TCP reset, and a client that is still sending may then lose the response. So the connection is closed in two steps:
 * the write side immediately, the rest when the client closes it or after 2 s.
 */
export function closeLingering(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
