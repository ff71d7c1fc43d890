/**
 * Finds commits in the write-ahead log (WAL) of a store that SQLite does not read.
 *
 *     header │ frame 1 │ frame 2, commit │ frame 3 │ frame 4, commit │ frames of an earlier WAL
 *      salt     salt        salt            salt        salt             another salt
 *
 * Each frame contains one page, the salt of the header, and a checksum over the header and all frames before it
 * (https://sqlite.org/fileformat2.html#the_write_ahead_log). SQLite reads the WAL up to the first frame with a
 * wrong salt or checksum. What follows that frame can be:
 *
 * - frames with another salt: they are older than this WAL, whose header was rewritten. Nothing is lost.
 * - frames with the same salt, but no commit: a transaction that did not end. Nothing is lost.
 * - commits with the same salt: `UnreadCommits`. After a power failure they were never confirmed to a client. After
 *   damage on the disk they are lost.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { storePath } from '../store-path.ts';

/** For checksums over little-endian words; with the last bit set, for big-endian words. */
const MAGIC = 0x377f0682;
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MIN_PAGE_BYTES = 512;
const MAX_PAGE_BYTES = 65_536;
/** The bytes that a checksum covers: of the header of the WAL, and of the header of a frame. */
const CHECKED_HEADER_BYTES = 24;
const CHECKED_FRAME_HEADER_BYTES = 8;
/** Offsets in the header of the WAL. */
const HEADER = { pageBytes: 8, salt: 16, checksum: 24 } as const;
/** Offsets in the header of a frame. */
const FRAME = { storePages: 4, salt: 8, checksum: 16 } as const;

/** Commits after an invalid frame, which SQLite does not read. */
export interface UnreadCommits {
  /** The number of the first invalid frame, from 1; 0 for the header of the WAL. */
  readonly badFrame: number;
  readonly commits: number;
}

/**
 * Finds the unread commits of the store at `path`. Call it before SQLite opens the store, which overwrites the WAL.
 *
 * @returns undefined if there are none, or if a second scan has another result because a process is writing.
 */
export function unreadCommits(path: string): UnreadCommits | undefined {
  const wal = `${storePath(path)}-wal`;
  const first = scan(wal);
  if (first === undefined) return undefined;
  const second = scan(wal);
  return second?.badFrame === first.badFrame ? second : undefined;
}

function scan(wal: string): UnreadCommits | undefined {
  const file = openIfExists(wal);
  if (file === undefined) return undefined;
  try {
    return scanFrames(file);
  } finally {
    closeSync(file);
  }
}

function scanFrames(file: number): UnreadCommits | undefined {
  const header = read(file, 0, HEADER_BYTES);
  const pageBytes = header?.getUint32(HEADER.pageBytes) ?? 0;
  if (header === undefined || pageBytes < MIN_PAGE_BYTES || pageBytes > MAX_PAGE_BYTES) return undefined;
  const badFrame = firstBadFrame(file, header, pageBytes);
  if (badFrame === undefined) return undefined;
  // If the header is damaged, its salt may be wrong.
  const [first] = framesOf(file, pageBytes, 1);
  const salt =
    badFrame === 0 && first !== undefined ? saltOf(first, FRAME.salt) : saltOf(header, HEADER.salt);
  let commits = 0;
  for (const frame of framesOf(file, pageBytes, badFrame + 1)) {
    if (isCommit(frame) && saltOf(frame, FRAME.salt) === salt) commits += 1;
  }
  return commits === 0 ? undefined : { badFrame, commits };
}

function firstBadFrame(file: number, header: DataView, pageBytes: number): number | undefined {
  const littleEndian = header.getUint32(0) === MAGIC;
  const isMagic = littleEndian || header.getUint32(0) === MAGIC + 1;
  let checksum = extendChecksum([0, 0], header, 0, CHECKED_HEADER_BYTES, littleEndian);
  if (!isMagic || !hasChecksum(header, HEADER.checksum, checksum)) return 0;
  const salt = saltOf(header, HEADER.salt);
  let number = 0;
  for (const frame of framesOf(file, pageBytes, 1)) {
    number += 1;
    checksum = extendChecksum(checksum, frame, 0, CHECKED_FRAME_HEADER_BYTES, littleEndian);
    checksum = extendChecksum(checksum, frame, FRAME_HEADER_BYTES, frame.byteLength, littleEndian);
    if (saltOf(frame, FRAME.salt) !== salt || !hasChecksum(frame, FRAME.checksum, checksum)) return number;
  }
  return undefined;
}

/** @param from the number of the first frame to read, from 1. */
function* framesOf(file: number, pageBytes: number, from: number): Generator<DataView> {
  const size = FRAME_HEADER_BYTES + pageBytes;
  for (let position = HEADER_BYTES + (from - 1) * size; ; position += size) {
    const frame = read(file, position, size);
    if (frame === undefined) return;
    yield frame;
  }
}

function saltOf(bytes: DataView, at: number): bigint {
  return bytes.getBigUint64(at);
}

function hasChecksum(bytes: DataView, at: number, [first, second]: Checksum): boolean {
  return bytes.getUint32(at) === first && bytes.getUint32(at + 4) === second;
}

/** A frame that ends a transaction contains the size of the store after it; other frames contain 0. */
function isCommit(frame: DataView): boolean {
  return frame.getUint32(FRAME.storePages) !== 0;
}

type Checksum = readonly [number, number];

function extendChecksum(
  [first, second]: Checksum,
  bytes: DataView,
  from: number,
  to: number,
  littleEndian: boolean,
): Checksum {
  let [a, b] = [first, second];
  for (let at = from; at < to; at += 8) {
    a = (a + bytes.getUint32(at, littleEndian) + b) >>> 0;
    b = (b + bytes.getUint32(at + 4, littleEndian) + a) >>> 0;
  }
  return [a, b];
}

/** Returns undefined if the file is too short. */
function read(file: number, position: number, length: number): DataView | undefined {
  const bytes = new Uint8Array(length);
  const count = readSync(file, bytes, 0, length, position);
  return count < length ? undefined : new DataView(bytes.buffer);
}

function openIfExists(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** Does not claim a loss, because after a power failure the commits were never confirmed to a client. */
export function describeUnread(path: string, { badFrame, commits }: UnreadCommits): string {
  const place = badFrame === 0 ? 'The header' : `Frame ${badFrame}`;
  return `${place} of the journal ${path}-wal fails its checksum, and the journal holds ${commits} later ${
    commits === 1 ? 'commit' : 'commits'
  }, which SQLite does not read. This is normal after a power failure. Otherwise check the disk, and compare the store with a backup.`;
}
