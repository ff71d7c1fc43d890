import { crc32 } from 'node:zlib';

/**
 * A position in a list, opaque to the client: version, digest of the list, last id seen, checksum.
 * It is not signed, because a forged cursor gains nothing: it can only point into a list that the client may read.
 */
export type Cursor = string;

const VERSION = 1;
const BYTES = 17;
const CHECKSUM_AT = BYTES - 4;
const LENGTH = Math.ceil((BYTES * 8) / 6);
/** The bytes of the cursor that is encoded or decoded: to allocate them takes longer than the rest. */
const bytes = Buffer.alloc(BYTES);
const checked = bytes.subarray(0, CHECKSUM_AT);

/** @param list the path, filters and order of the list in one text. The cursor is valid for this list only. */
export function encodeCursor(list: string, lastId: bigint): Cursor {
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt32BE(crc32(list), 1);
  bytes.writeBigInt64BE(lastId, 5);
  bytes.writeUInt32BE(crc32(checked), CHECKSUM_AT);
  return bytes.toString('base64url');
}

export type CursorFault = 'damaged' | 'other list';

/** Returns true if the service may have issued the cursor, for any list. */
export function isCursor(cursor: string): boolean {
  if (cursor.length !== LENGTH || bytes.write(cursor, 'base64url') !== BYTES) return false;
  if (bytes.toString('base64url') !== cursor) return false;
  return bytes.readUInt8(0) === VERSION && bytes.readUInt32BE(CHECKSUM_AT) === crc32(checked);
}

/** Returns the last id in the cursor, or what is wrong with it. */
export function decodeCursor(cursor: string, list: string): bigint | CursorFault {
  // It leaves the bytes of the cursor in `bytes`.
  if (!isCursor(cursor)) return 'damaged';
  if (bytes.readUInt32BE(1) !== crc32(list)) return 'other list';
  return bytes.readBigInt64BE(5);
}
