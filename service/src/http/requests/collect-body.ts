import type { IncomingMessage } from 'node:http';
import { readPieces } from './body-pieces.ts';

/**
 * Reads a small body into one buffer.
 *
 * @returns undefined if the body has more than `maximum` bytes; the rest is then dropped.
 * @throws {Error} with the code `ECONNRESET` if the client disconnects.
 */
export function readBody(request: IncomingMessage, maximum: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maximum) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    if (request.destroyed && !request.complete) return reject(disconnected());
    const pieces: Buffer[] = [];
    let length = 0;
    request.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length <= maximum) pieces.push(piece);
      else resolve(undefined);
    });
    request.on('end', () => resolve(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)));
    request.on('error', reject);
  });
}

/**
 * Reads a large body into one buffer, in turns with other requests.
 *
 * @param maximum the size that the client declares, or the largest allowed one. Memory is taken as the body arrives.
 * @param signal ends the reading.
 * @returns undefined if the body is larger.
 * @throws {Error} with the code `ECONNRESET` if the client disconnects, or the reason of the signal.
 */
export function collectBody(
  request: IncomingMessage,
  maximum: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    if (request.destroyed && !request.complete) return reject(disconnected());
    const body = Buffer.allocUnsafeSlow(maximum);
    let length = 0;
    let isOver = false;
    const drop = () => {
      if (isOver) return;
      isOver = true;
      // Nothing else refers to it, and the garbage collector may be late.
      body.buffer.transfer(0);
    };
    const fail = (error: unknown) => {
      drop();
      reject(error);
    };
    readPieces(request, (piece) => {
      if (isOver) return;
      if (length + piece.length <= maximum) length += piece.copy(body, length);
      else {
        drop();
        resolve(undefined);
      }
    });
    request.on('end', () => {
      if (isOver) return;
      isOver = true;
      resolve(body.subarray(0, length));
    });
    request.on('error', fail);
    request.on('close', () => {
      if (!request.complete) fail(disconnected());
    });
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
}

/** The error that Node reports for a request that was aborted. */
export function disconnected(): Error {
  return Object.assign(new Error('The client disconnected'), { code: 'ECONNRESET' });
}
