import { crc32, createInflateRaw } from 'node:zlib';
import { damaged, SheetFault } from './sheet-fault.ts';

const END_OF_DIRECTORY = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 1 << 16;
const MAX_ENTRIES = 10_000;
const MAX_UNPACKED_BYTES = 200_000_000;
/** The sheets of programs unpack to at most 60 times their size. The first bytes do not count, because a short part may repeat itself. */
const MAX_RATIO = 200;
const ANY_RATIO_BYTES = 10_000_000;

interface Entry {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly localHeader: number;
}

/** The parts of a ZIP archive by their names, which ignore case. Of parts with the same name, the last counts. */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;

  /** @throws {SheetFault} */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#entries = readDirectory(bytes);
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /**
   * Yields the unpacked bytes of a part.
   *
   * @throws {SheetFault} if it is missing, damaged, encrypted or larger than the limit.
   */
  async *read(name: string, limit: UnpackLimit): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(keyOf(name));
    if (entry === undefined) throw damaged();
    if (entry.flags & ENCRYPTED) throw new SheetFault('hasPassword');
    let crc = 0;
    let size = 0;
    const packed = this.#packed(entry);
    for await (const chunk of unpack(packed, entry.method)) {
      limit.add(chunk.length);
      size += chunk.length;
      if (size > ANY_RATIO_BYTES && size > packed.length * MAX_RATIO) throw damaged();
      crc = crc32(chunk, crc);
      yield chunk;
    }
    if (crc !== entry.crc) throw damaged();
  }

  /** A wrong position or length is found by the checksum. */
  #packed({ localHeader, packed }: Entry): Buffer {
    const bytes = this.#bytes;
    if (localHeader + LOCAL_HEADER_LENGTH > bytes.length) throw damaged();
    const names = bytes.readUInt16LE(localHeader + 26) + bytes.readUInt16LE(localHeader + 28);
    const start = localHeader + LOCAL_HEADER_LENGTH + names;
    return bytes.subarray(start, start + packed);
  }
}

/** The specification requires slashes, but some programs write backslashes. */
function keyOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

function readDirectory(bytes: Buffer): Map<string, Entry> {
  const { count, offset } = findDirectory(bytes);
  if (count > MAX_ENTRIES) throw damaged();
  const entries = new Map<string, Entry>();
  for (let n = 0, at = offset; n < count; n += 1) {
    if (at + ENTRY_LENGTH > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
    const nameEnd = at + ENTRY_LENGTH + bytes.readUInt16LE(at + 28);
    entries.set(keyOf(bytes.toString('utf8', at + ENTRY_LENGTH, nameEnd)), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      localHeader: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** An archive in ZIP64 has a position and a number here that are too large, and so is damaged. A small file needs none. */
function findDirectory(bytes: Buffer): { count: number; offset: number } {
  const last = bytes.length - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_LENGTH); at -= 1) {
    if (bytes.readUInt32LE(at) !== END_OF_DIRECTORY) continue;
    return { count: bytes.readUInt16LE(at + 10), offset: bytes.readUInt32LE(at + 16) };
  }
  throw damaged();
}

async function* unpack(packed: Buffer, method: number): AsyncGenerator<Buffer> {
  if (method === STORED) {
    for (let at = 0; at < packed.length; at += CHUNK_BYTES) yield packed.subarray(at, at + CHUNK_BYTES);
    return;
  }
  if (method !== DEFLATED) throw damaged();
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  inflate.end(packed);
  try {
    for await (const chunk of inflate) yield chunk;
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Counts the bytes that were unpacked, because the sizes that an archive declares may be wrong. */
export class UnpackLimit {
  #left: number;

  constructor(left: number = MAX_UNPACKED_BYTES) {
    this.#left = left;
  }

  /** @throws {SheetFault} if all parts together are too large. */
  add(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new SheetFault('unpacksTooLarge');
  }

  /** Returns a limit for one sheet, so that a sheet can be read several times. */
  forSheet(): UnpackLimit {
    return new UnpackLimit(this.#left);
  }
}
