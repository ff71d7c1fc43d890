import type { IncomingMessage } from 'node:http';
import { readPieces } from './body-pieces.ts';

/**
 * Reads a body into one buffer.
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
