import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { type ByteString, bytesOf } from '../byte-string.ts';
import { type Coding, preferredCoding } from './content-coding.ts';

/** A smaller body fits into one packet even if it is not compressed. */
const MIN_COMPRESSED_BYTES = 1024;
/**
 * A body up to this size is compressed synchronously: 30 to 60 us for a page of 20 pets (1.3 KB), 110 to 280 us for one
 * of 100 (6 KB). The thread pool takes at least 180 us for the small one, most of it for switching threads.
 */
const MAX_SYNC_BYTES = 16 * 1024;
/** As fast as gzip at its default level, and smaller: 258 bytes for a page instead of 280. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Returns the coding of a body of `bytes` for a client with this `Accept-Encoding`; undefined for no compression. */
export function codingFor(acceptEncoding: string | undefined, bytes: number): Coding | undefined {
  const coding = preferredCoding(acceptEncoding);
  return coding !== undefined && bytes > MIN_COMPRESSED_BYTES ? coding : undefined;
}

const inThreadPool = { gzip: promisify(gzip), br: promisify(brotliCompress) };

/** Compresses a body: in the thread pool if it is so large that other requests would have to wait. */
export function compress(body: ByteString | Buffer, coding: Coding): MaybePromise<Buffer> {
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  if (bytes.length > MAX_SYNC_BYTES) {
    return coding === 'br' ? inThreadPool.br(bytes, BROTLI) : inThreadPool.gzip(bytes);
  }
  return coding === 'br' ? brotliCompressSync(bytes, BROTLI) : gzipSync(bytes);
}
