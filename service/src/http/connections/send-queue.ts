import type { Socket } from 'node:net';

/** What waits in this process for a client to read it. */
export interface SendQueue {
  /** Bytes that the kernel has not taken yet. */
  readonly queuedBytes: number;
  /** Bytes that the kernel has taken since the connection was opened. */
  readonly takenBytes: number;
}

/**
 * Reads the queue of a connection. `socket.writableLength` counts a write in full until all of it is sent, and counts a
 * string by its characters; libuv's handle counts the bytes that are left.
 */
export function sendQueueOf(socket: Socket): SendQueue {
  const handle: unknown = Reflect.get(socket, '_handle');
  if (typeof handle !== 'object' || handle === null)
    return { queuedBytes: 0, takenBytes: socket.bytesWritten };
  const queued: unknown = Reflect.get(handle, 'writeQueueSize');
  const queuedBytes = typeof queued === 'number' ? queued : socket.writableLength;
  return { queuedBytes, takenBytes: socket.bytesWritten - queuedBytes };
}
