import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** Sends a request on a connection of its own. Resolves when the response begins to arrive, of which the client reads nothing. */
export async function openUnread(t: TestContext, url: string, request: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {}); // The service closes some of them.
  t.after(() => socket.destroy());
  socket.write(request);
  await once(socket, 'readable');
  return socket;
}
