import { closeSync, openSync, readSync } from 'node:fs';
import { storePath } from './store-path.ts';

/** https://sqlite.org/fileformat2.html#the_write_ahead_log; the last bit says in which order words are added up. */
const MAGIC = 0x377f0682;
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SMALLEST_PAGE = 512;
const LARGEST_PAGE = 65_536;
/** The bytes of a header that a checksum covers: of the journal's and of a frame's. */
const CHECKED_HEADER_BYTES = 24;
const CHECKED_FRAME_BYTES = 8;

/** Commits that a journal holds behind a frame that is not valid, and that SQLite does not read for that reason. */
export interface UnreadCommits {
  /** The first frame that is not valid, counted from 1; 0 is the header of the journal. */
  readonly badFrame: number;
  readonly commits: number;
}

/**
 * Looks for commits behind a frame that fails its checksum, in the journal of the store at `path`. SQLite ends a journal at such a
 * frame: after a power failure that is right, because what follows was never confirmed; after a change on the disk it is not.
 * Must run before SQLite opens the store, which overwrites the journal.
 *
 * @returns undefined if there are none, or if a second look finds something else: then a process is writing.
 */
export function unreadCommits(path: string): UnreadCommits | undefined {
  const wal = `${storePath(path)}-wal`;
  const found = scan(wal);
  if (found === undefined) return undefined;
  const again = scan(wal);
  return again?.badFrame === found.badFrame ? again : undefined;
}

function scan(wal: string): UnreadCommits | undefined {
  const file = openIfThere(wal);
  if (file === undefined) return undefined;
  try {
    return scanFrames(file);
  } finally {
    closeSync(file);
  }
}

function scanFrames(file: number): UnreadCommits | undefined {
  const header = read(file, 0, HEADER_BYTES);
  const pageBytes = header?.getUint32(8) ?? 0;
  if (header === undefined || pageBytes < SMALLEST_PAGE || pageBytes > LARGEST_PAGE) return undefined;
  const badFrame = firstBadFrame(file, header, pageBytes);
  if (badFrame === undefined) return undefined;
  // The salt of a damaged header may be what is damaged.
  const [first] = framesOf(file, pageBytes, 1);
  const salt = badFrame === 0 && first !== undefined ? saltOf(first, 8) : saltOf(header, 16);
  let commits = 0;
  for (const frame of framesOf(file, pageBytes, badFrame + 1)) {
    // Frames with another salt are left from before the journal was begun again.
    if (isCommit(frame) && saltOf(frame, 8) === salt) commits += 1;
  }
  return commits === 0 ? undefined : { badFrame, commits };
}

function firstBadFrame(file: number, header: DataView, pageBytes: number): number | undefined {
  const littleEndian = header.getUint32(0) === MAGIC;
  const isMagic = littleEndian || header.getUint32(0) === MAGIC + 1;
  let sum = addUp([0, 0], header, 0, CHECKED_HEADER_BYTES, littleEndian);
  if (!isMagic || !hasSum(header, CHECKED_HEADER_BYTES, sum)) return 0;
  const salt = saltOf(header, 16);
  let number = 0;
  for (const frame of framesOf(file, pageBytes, 1)) {
    number += 1;
    sum = addUp(sum, frame, 0, CHECKED_FRAME_BYTES, littleEndian);
    sum = addUp(sum, frame, FRAME_HEADER_BYTES, frame.byteLength, littleEndian);
    if (saltOf(frame, 8) !== salt || !hasSum(frame, 16, sum)) return number;
  }
  return undefined;
}

/** @param from the number of the first frame; the first of all is 1. */
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

function hasSum(bytes: DataView, at: number, [first, second]: Sum): boolean {
  return bytes.getUint32(at) === first && bytes.getUint32(at + 4) === second;
}

/** The size of the store after the commit; 0 in frames that are no commit. */
function isCommit(frame: DataView): boolean {
  return frame.getUint32(4) !== 0;
}

type Sum = readonly [number, number];

function addUp([first, second]: Sum, bytes: DataView, from: number, to: number, littleEndian: boolean): Sum {
  let [a, b] = [first, second];
  for (let at = from; at < to; at += 8) {
    a = (a + bytes.getUint32(at, littleEndian) + b) >>> 0;
    b = (b + bytes.getUint32(at + 4, littleEndian) + a) >>> 0;
  }
  return [a, b];
}

/** Undefined where the file ends before. */
function read(file: number, position: number, length: number): DataView | undefined {
  const bytes = new Uint8Array(length);
  const count = readSync(file, bytes, 0, length, position);
  return count < length ? undefined : new DataView(bytes.buffer);
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** Does not speak of a loss: after a power failure, commits behind a damaged frame were never confirmed to a client. */
export function describeUnread(path: string, { badFrame, commits }: UnreadCommits): string {
  const place = badFrame === 0 ? 'The header' : `Frame ${badFrame}`;
  return `${place} of the journal ${path}-wal fails its checksum, and the journal holds ${commits} later ${
    commits === 1 ? 'commit' : 'commits'
  }, which SQLite does not read. This is normal after a power failure. Otherwise examine the disk, and compare the store with a backup.`;
}
