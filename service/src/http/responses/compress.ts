import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { type Coding, preferredCoding } from './content-coding.ts';

/** A smaller body arrives in the same packet, compressed or not. */
const MIN_COMPRESSED_BYTES = 1024;
/**
 * Up to here a body is compressed in place: 30 to 60 us for a page of 20 pets (1.3 KB), 110 to 280 us for one of 100
 * (6 KB). The thread pool takes 180 us and more for the small one, most of it for going there and back.
 */
const MAX_SYNC_BYTES = 16 * 1024;
/** Takes as long as gzip at its default level and makes less: 258 bytes of a page instead of 280. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type Body = string | Buffer;

/** The coding in which a body is to be sent to a client that sent this `Accept-Encoding`; undefined for plain bytes. */
export function codingFor(acceptEncoding: string | undefined, body: Body): Coding | undefined {
  const coding = preferredCoding(acceptEncoding);
  return coding !== undefined && Buffer.byteLength(body) > MIN_COMPRESSED_BYTES ? coding : undefined;
}

/** Undefined for a body that is too large to be compressed without making other requests wait. */
export function compressSync(body: Body, coding: Coding): Buffer | undefined {
  if (Buffer.byteLength(body) > MAX_SYNC_BYTES) return undefined;
  return coding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body);
}

const inPool = { gzip: promisify(gzip), br: promisify(brotliCompress) };

export function compress(body: Body, coding: Coding): Buffer | Promise<Buffer> {
  const compressed = compressSync(body, coding);
  if (compressed !== undefined) return compressed;
  return coding === 'br' ? inPool.br(body, BROTLI) : inPool.gzip(body);
}
