import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { MaybePromise } from '../../core/maybe-promise.ts';

/** The content codings (RFC 9110, section 8.4) of responses. The first one has smaller results, and is used if the client has no preference. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/**
 * Returns the coding that a client prefers by its `Accept-Encoding` (RFC 9110, section 12.5.3); undefined for no compression.
 * An accepted coding is preferred to no compression, unless `identity` has a greater weight.
 */
export function preferredCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined;
  const cached = preferences.get(acceptEncoding);
  if (cached !== undefined) return cached.coding;
  const coding = negotiate(acceptEncoding);
  if (acceptEncoding.length > MAX_CACHED_LENGTH) return coding;
  if (preferences.size >= MAX_CACHED) preferences.clear();
  preferences.set(acceptEncoding, { coding });
  return coding;
}

/** Caches parsed values: clients send few different ones, and a map lookup is cheaper than parsing again. */
const preferences = new Map<string, { coding: Coding | undefined }>();
const MAX_CACHED = 200;
const MAX_CACHED_LENGTH = 100;

function negotiate(acceptEncoding: string): Coding | undefined {
  const weights = weightsOf(acceptEncoding);
  const other = weights.get('*') ?? 0;
  // `x-gzip` is another name of `gzip` (section 8.4.1.3).
  const gzip = weights.get('gzip') ?? weights.get('x-gzip');
  const weightOf = (coding: Coding) => (coding === 'gzip' ? gzip : weights.get(coding)) ?? other;
  const best = CODINGS.reduce((one, next) => (weightOf(next) > weightOf(one) ? next : one));
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

const ELEMENT = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * Returns the weight of each element of an `Accept-*` header (RFC 9110, section 12.4.2), by its name in lower case. A
 * malformed element is ignored.
 */
export function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.split(',')) {
    const [, name, weight = '1'] = ELEMENT.exec(element) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  return weights;
}

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

/** Bytes, each as one character. Node sends a string in one piece with the headers, but a buffer in a second one, which takes longer. */
export type ByteString = string;

/** Returns the bytes of a text in UTF-8. */
export function byteString(text: string): ByteString {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

function bytesOf(bytes: ByteString): Buffer {
  return Buffer.from(bytes, 'latin1');
}
