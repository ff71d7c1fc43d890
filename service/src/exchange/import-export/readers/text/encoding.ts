import { isAscii, isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const LINE_FEED = 0x0a;
/** Enough to recognise UTF-16 without a mark by its zero bytes. */
const SAMPLE_BYTES = 1024;

/**
 * Returns the encoding of a text file. UTF-16 is recognised by its mark or its zero bytes. Any other file is UTF-8, unless
 * more lines with other characters than ASCII are not UTF-8 than are: then it is Windows-1252, in which older programs save.
 * So a few damaged characters do not change how the others are read.
 */
export async function encodingOf(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const lines = new LineCounter();
  const sample = new Sample();
  for await (const chunk of bytes) {
    if (!sample.isComplete) sample.add(chunk);
    if (sample.isComplete && sample.encoding !== undefined) return sample.encoding;
    lines.add(chunk);
  }
  lines.end();
  return sample.encoding ?? (lines.others > lines.utf8 ? 'windows-1252' : 'utf-8');
}

/** Returns the encoding of a JSON file, which has no other than UTF-8 (RFC 8259, section 8.1) unless its first bytes show it. */
export async function jsonEncodingOf(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const sample = new Sample();
  for await (const chunk of bytes) {
    sample.add(chunk);
    if (sample.isComplete) break;
  }
  return sample.encoding ?? 'utf-8';
}

/** The first bytes of a file. */
class Sample {
  #bytes: Buffer = Buffer.alloc(0);

  add(chunk: Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, SAMPLE_BYTES - this.#bytes.length)]);
  }

  get isComplete(): boolean {
    return this.#bytes.length === SAMPLE_BYTES;
  }

  /** The encoding that the bytes show, if they do. */
  get encoding(): Encoding | undefined {
    const marked = MARKS.find(([, mark]) => this.#bytes.subarray(0, mark.length).equals(Buffer.from(mark)));
    return marked?.[0] ?? encodingByZeros(this.#bytes);
  }
}

/** Text in Latin letters has a zero in every second byte of UTF-16. */
function encodingByZeros(start: Buffer): Encoding | undefined {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < start.length; at += 1) {
    if (start[at] !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const most = start.length / 4;
  if (odd > most && even < most / 4) return 'utf-16le';
  return even > most && odd < most / 4 ? 'utf-16be' : undefined;
}

/** Counts the lines that have other characters than ASCII. */
class LineCounter {
  utf8 = 0;
  others = 0;
  #unfinished: Buffer = Buffer.alloc(0);

  add(chunk: Uint8Array): void {
    if (this.#unfinished.length === 0 && isAscii(chunk)) return;
    const block = Buffer.concat([this.#unfinished, chunk]);
    const end = block.lastIndexOf(LINE_FEED) + 1;
    this.#count(block.subarray(0, end));
    const rest = block.subarray(end);
    // A line that is as long as this decides nothing alone: its beginning is counted as a line.
    if (rest.length > MAX_UNFINISHED) this.#count(rest.subarray(0, MAX_UNFINISHED - 4));
    this.#unfinished = isAscii(rest) || rest.length > MAX_UNFINISHED ? Buffer.alloc(0) : Buffer.from(rest);
  }

  end(): void {
    this.#count(this.#unfinished);
  }

  #count(block: Buffer): void {
    if (block.length === 0 || isAscii(block)) return;
    for (let start = 0; start < block.length; ) {
      const found = block.indexOf(LINE_FEED, start);
      const end = found === -1 ? block.length : found;
      const line = block.subarray(start, end);
      if (!isAscii(line)) {
        if (isUtf8(line)) this.utf8 += 1;
        else this.others += 1;
      }
      start = end + 1;
    }
  }
}

const MAX_UNFINISHED = 1024 * 1024;
