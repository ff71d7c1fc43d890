import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const downloading = new WeakSet<Socket>();

/** Marks the connection of a response that is sent while it is read, until it has ended. */
export function markDownload(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  downloading.add(socket);
  response.once('close', () => downloading.delete(socket));
}

/** Returns true while a connection has such a response. */
export function isDownload(socket: Socket): boolean {
  return downloading.has(socket);
}
