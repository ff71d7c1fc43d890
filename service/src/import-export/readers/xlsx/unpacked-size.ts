import { createInflateRaw } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;
/** The values that refer to the fields of ZIP64, which a small file does not need. */
const ZIP64_COUNT = 0xffff;
const ZIP64_OFFSET = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

/** A file is not a ZIP archive, or unpacks to more than it may. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/**
 * Fails if a ZIP archive unpacks to more bytes than it may. It unpacks every entry without keeping it, because the sizes that an
 * archive declares may be wrong, and a reader would fill the memory.
 *
 * @throws {ArchiveError}
 */
export async function requireUnpackedSize(archive: Buffer, maxBytes: number): Promise<void> {
  const { count, offset } = findDirectory(archive);
  let left = maxBytes;
  let declared = 0;
  for (let n = 0, at = offset; n < count; n += 1) {
    const entry = readEntry(archive, at);
    at = entry.end;
    declared += entry.size;
    left -= await unpackedSize(archive, entry, left);
    if (left < 0 || declared > maxBytes)
      throw new ArchiveError(`unpacks to more than ${maxBytes / 1_000_000} MB`);
  }
}

function findDirectory(archive: Buffer): { count: number; offset: number } {
  const last = archive.length - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_LENGTH); at -= 1) {
    if (archive.readUInt32LE(at) !== END_OF_DIRECTORY) continue;
    const [count, offset] = [archive.readUInt16LE(at + 8), archive.readUInt32LE(at + 16)];
    if (count === ZIP64_COUNT || offset === ZIP64_OFFSET) throw damaged();
    return { count, offset };
  }
  throw damaged();
}

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly localHeader: number;
  /** Where the next entry begins. */
  readonly end: number;
}

function readEntry(archive: Buffer, at: number): Entry {
  if (at + ENTRY_LENGTH > archive.length || archive.readUInt32LE(at) !== ENTRY) throw damaged();
  const lengths = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
  const entry = {
    method: archive.readUInt16LE(at + 10),
    packed: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    localHeader: archive.readUInt32LE(at + 42),
    end: at + ENTRY_LENGTH + lengths.reduce((sum, length) => sum + length, 0),
  };
  if (entry.localHeader + LOCAL_HEADER_LENGTH > archive.length) throw damaged();
  return entry;
}

/** Returns the size of an entry, or any number above `most` if it is larger. */
async function unpackedSize(
  archive: Buffer,
  { method, packed, localHeader }: Entry,
  most: number,
): Promise<number> {
  const names = archive.readUInt16LE(localHeader + 26) + archive.readUInt16LE(localHeader + 28);
  const start = localHeader + LOCAL_HEADER_LENGTH + names;
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw damaged();
  const inflate = createInflateRaw();
  inflate.end(archive.subarray(start, start + packed));
  let size = 0;
  try {
    for await (const chunk of inflate) {
      size += chunk.length;
      if (size > most) break;
    }
  } catch (cause) {
    throw damaged(cause);
  }
  return size;
}

function damaged(cause?: unknown): ArchiveError {
  return new ArchiveError('is damaged, or not an .xlsx file', { cause });
}
