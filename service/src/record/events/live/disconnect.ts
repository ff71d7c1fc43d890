import type { Exchange } from '../../../platform/http/route.ts';

/**
 * Calls `act` when the client of a request leaves: its connection is closed, or its side of it, as a client does that ends without a
 * reset. The service answers a request also after that (docs/api-design.md), but no one waits for ever.
 *
 * @returns a function that stops it.
 */
export function onDisconnect({ response }: Pick<Exchange, 'response'>, act: () => void): () => void {
  const { socket } = response;
  response.once('close', act);
  socket?.once('end', act);
  if (response.destroyed || socket === null || socket.readableEnded) act();
  return () => {
    response.off('close', act);
    socket?.off('end', act);
  };
}
