import { isUtf8 } from 'node:buffer';

/** The most characters of a row, so that one field without an end cannot fill the memory. */
export const ROW_LIMIT = 1024 * 1024;
/** A row of `ROW_LIMIT` characters has at most three times as many bytes in UTF-8. */
const KEPT_BYTES = 3 * ROW_LIMIT + 1;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** A line of a file without its line feed. */
export interface SourceLine {
  /** From 1. */
  readonly number: number;
  /** The line as text; one character for each byte if the line is not UTF-8. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/** The lines of a file, some at a time. A line longer than `ROW_LIMIT` is cut, but to more than that. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SourceLine[]> {
  const splitter = new LineSplitter();
  for await (const chunk of bytes) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  yield splitter.end();
}

class LineSplitter {
  #lines = 0;
  #open: Uint8Array[] = [];
  #openBytes = 0;

  push(chunk: Uint8Array): SourceLine[] {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end === -1) {
      this.#keep(chunk);
      return [];
    }
    // The line that was open may end in this chunk: what is over its bound is dropped here too.
    const first = chunk.indexOf(LINE_FEED);
    this.#keep(chunk.subarray(0, first));
    const whole = this.#take(chunk.subarray(first, end));
    this.#keep(chunk.subarray(end + 1));
    return this.#split(whole);
  }

  end(): SourceLine[] {
    return this.#openBytes === 0 ? [] : this.#split(this.#take());
  }

  #keep(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, KEPT_BYTES - this.#openBytes);
    if (kept.length === 0) return;
    this.#open.push(kept);
    this.#openBytes += kept.length;
  }

  #take(...more: Uint8Array[]): Buffer {
    const block = Buffer.concat([...this.#open, ...more]);
    this.#open = [];
    this.#openBytes = 0;
    return block;
  }

  #split(block: Buffer): SourceLine[] {
    const bytes = this.#lines === 0 ? withoutByteOrderMark(block) : block;
    // Once for the block, not for each line: a third of the time of reading.
    const allUtf8 = isUtf8(bytes);
    const lines: SourceLine[] = [];
    for (const text of bytes.toString(allUtf8 ? 'utf8' : 'latin1').split('\n')) {
      this.#lines += 1;
      lines.push(allUtf8 ? { number: this.#lines, text, isUtf8: true } : decoded(this.#lines, text));
    }
    return lines;
  }
}

/** Latin-1 has one character for each byte, so the bytes of a line can be had back and judged by themselves. */
function decoded(number: number, latin1: string): SourceLine {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes)
    ? { number, text: bytes.toString(), isUtf8: true }
    : { number, text: latin1, isUtf8: false };
}

function withoutByteOrderMark(block: Buffer): Buffer {
  const begins = block.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return begins ? block.subarray(BYTE_ORDER_MARK.length) : block;
}
