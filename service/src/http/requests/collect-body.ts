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
 * @returns undefined if the body is larger.
 * @throws {Error} with the code `ECONNRESET` if the client disconnects.
 */
export function collectBody(request: IncomingMessage, maximum: number): Promise<Buffer | undefined> {
  const body = Buffer.allocUnsafeSlow(maximum);
  let length = 0;
  return new Promise((resolve, reject) => {
    readPieces(request, (piece) => {
      if (length + piece.length > maximum) return resolve(undefined);
      length += piece.copy(body, length);
    });
    request.on('end', () => resolve(body.subarray(0, length)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(disconnected());
    });
  });
}

/** The error that Node reports for a request that was aborted. */
export function disconnected(): Error {
  return Object.assign(new Error('The client disconnected'), { code: 'ECONNRESET' });
}
