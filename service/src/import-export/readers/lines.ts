import { isUtf8 } from 'node:buffer';

/** The maximum characters of a row, so that an endless field cannot fill the memory. */
export const MAX_ROW_LENGTH = 1024 * 1024;
/** A row of `MAX_ROW_LENGTH` characters has at most three times as many bytes in UTF-8. */
const MAX_LINE_BYTES = 3 * MAX_ROW_LENGTH + 1;
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

/** Yields the lines of a file in blocks. Truncates a line longer than `MAX_ROW_LENGTH`, but not below that length. */
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
    // The open line ends in this chunk. Truncate its last part, too.
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
    const kept = bytes.subarray(0, MAX_LINE_BYTES - this.#openBytes);
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
    // Checking the block instead of each line saves a third of the reading time.
    const allUtf8 = isUtf8(bytes);
    const lines: SourceLine[] = [];
    for (const text of bytes.toString(allUtf8 ? 'utf8' : 'latin1').split('\n')) {
      this.#lines += 1;
      lines.push(allUtf8 ? { number: this.#lines, text, isUtf8: true } : decoded(this.#lines, text));
    }
    return lines;
  }
}

/** Decodes a line that was read as Latin-1, from which its bytes can be restored, if the line alone is UTF-8. */
function decoded(number: number, latin1: string): SourceLine {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes)
    ? { number, text: bytes.toString(), isUtf8: true }
    : { number, text: latin1, isUtf8: false };
}

function withoutByteOrderMark(block: Buffer): Buffer {
  const hasMark = block.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? block.subarray(BYTE_ORDER_MARK.length) : block;
}
