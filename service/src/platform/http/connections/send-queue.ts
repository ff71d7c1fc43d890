import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The bytes written to a connection. */
export interface SendQueue {
  /** In this process: the kernel has not taken them yet. */
  readonly queuedBytes: number;
  /** Taken by the kernel since the connection was opened. */
  readonly takenBytes: number;
}

/**
 * Returns the send queue of a connection. `socket.writableLength` is no substitute: it counts a write in full until all of
 * it is sent, and a string by its characters. libuv's handle counts the remaining bytes.
 */
export function sendQueueOf(socket: Socket): SendQueue {
  const handle: unknown = Reflect.get(socket, '_handle');
  if (typeof handle !== 'object' || handle === null)
    return { queuedBytes: 0, takenBytes: socket.bytesWritten };
  const queued: unknown = Reflect.get(handle, 'writeQueueSize');
  const queuedBytes = typeof queued === 'number' ? queued : socket.writableLength;
  return { queuedBytes, takenBytes: socket.bytesWritten - queuedBytes };
}

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
