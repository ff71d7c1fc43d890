import type { IncomingMessage } from 'node:http';

/**
 * Calls `use` with each piece of a body, up to 64 KiB, and removes all other listeners. Node would read two megabytes of
 * each connection before it handles anything else, and leave all pieces to the garbage collector, which stops every request
 * when there are many. So one piece is read in each turn of the event loop, and freed at once: `use` must copy what it keeps.
 */
export function readPieces(request: IncomingMessage, use: (piece: Buffer) => void): void {
  request.removeAllListeners('data');
  request.on('data', (piece: Buffer) => {
    use(piece);
    free(piece);
    request.pause();
    setImmediate(() => request.resume());
  });
}

/** Reads the rest of a body, and drops it. */
export function dropBody(request: IncomingMessage): void {
  readPieces(request, () => {});
}

/**
 * Leaves the rest of a body unread, apart from its first pieces. Node would read it when the response is sent, unless its
 * reading has begun.
 */
export function leaveUnread(request: IncomingMessage): void {
  request.removeAllListeners('data');
  request.once('data', (piece: Buffer) => {
    free(piece);
    request.pause();
  });
}

/** Frees the memory of a piece, if nothing else is in it. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
