import { crc32 } from 'node:zlib';

/**
 * A position in a list, opaque to the client: version, digest of the list, last id seen, checksum. In a list that is not sorted
 * by id, the place of the last item follows its id, so that the position stays the same when that item changes or is removed.
 * It is not signed, because a forged cursor gains nothing: it can only point into a list that the client may read.
 */
export type Cursor = string;

const VERSION = 1;
const VERSION_WITH_PLACE = 2;
const BYTES = 17;
const CHECKSUM_AT = BYTES - 4;
const LENGTH = Math.ceil((BYTES * 8) / 6);
/** The bytes of the cursor that is encoded or decoded: to allocate them takes longer than the rest. */
const bytes = Buffer.alloc(BYTES);
const checked = bytes.subarray(0, CHECKSUM_AT);

/** The position of an item in a list that is sorted by something else than the id, and then by the id. */
export interface Place {
  readonly id: bigint;
  /** What the list is sorted by. */
  readonly key: string;
}

/** @param list the path, filters and order of the list in one text. The cursor is valid for this list only. */
export function encodeCursor(list: string, last: bigint | Place): Cursor {
  return typeof last === 'bigint' ? encodeId(list, last) : encodePlace(list, last);
}

function encodeId(list: string, lastId: bigint): Cursor {
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt32BE(crc32(list), 1);
  bytes.writeBigInt64BE(lastId, 5);
  bytes.writeUInt32BE(crc32(checked), CHECKSUM_AT);
  return bytes.toString('base64url');
}

function encodePlace(list: string, { id, key }: Place): Cursor {
  const text = Buffer.from(key);
  const place = Buffer.alloc(BYTES + text.length);
  place.writeUInt8(VERSION_WITH_PLACE, 0);
  place.writeUInt32BE(crc32(list), 1);
  place.writeBigInt64BE(id, 5);
  text.copy(place, CHECKSUM_AT);
  const end = place.length - 4;
  place.writeUInt32BE(crc32(place.subarray(0, end)), end);
  return place.toString('base64url');
}

export type CursorFault = 'damaged' | 'other list';

/** Returns true if the service may have issued the cursor, for any list. */
export function isCursor(cursor: string): boolean {
  return isCursorOfId(cursor) || placeBytes(cursor) !== undefined;
}

function isCursorOfId(cursor: string): boolean {
  if (cursor.length !== LENGTH || bytes.write(cursor, 'base64url') !== BYTES) return false;
  if (bytes.toString('base64url') !== cursor) return false;
  return bytes.readUInt8(0) === VERSION && bytes.readUInt32BE(CHECKSUM_AT) === crc32(checked);
}

/** Returns the bytes of a cursor with a place; undefined for any other text. */
function placeBytes(cursor: string): Buffer | undefined {
  const place = Buffer.from(cursor, 'base64url');
  const end = place.length - 4;
  if (place.length < BYTES || place.toString('base64url') !== cursor) return undefined;
  const isIntact = place.readUInt32BE(end) === crc32(place.subarray(0, end));
  return isIntact && place.readUInt8(0) === VERSION_WITH_PLACE ? place : undefined;
}

/** Returns the last id in the cursor, or what is wrong with it. */
export function decodeCursor(cursor: string, list: string): bigint | CursorFault {
  // The check leaves the bytes of a cursor with an id only in `bytes`.
  const decoded = isCursorOfId(cursor) ? bytes : placeBytes(cursor);
  if (decoded === undefined) return 'damaged';
  if (decoded.readUInt32BE(1) !== crc32(list)) return 'other list';
  return decoded.readBigInt64BE(5);
}

/** Returns what the list is sorted by at the position of a cursor; undefined in a list that is sorted by id. */
export function keyInCursor(cursor: string): string | undefined {
  const place = placeBytes(cursor);
  return place?.subarray(CHECKSUM_AT, -4).toString();
}
