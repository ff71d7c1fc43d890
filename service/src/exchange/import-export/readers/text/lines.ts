import { isUtf8 } from 'node:buffer';

/** The maximum characters of a row, so that an endless field cannot fill the memory. */
export const MAX_ROW_LENGTH = 1024 * 1024;
/** A row of `MAX_ROW_LENGTH` characters has at most three times as many bytes in UTF-8. One more byte makes it too long. */
const MAX_LINE_BYTES = 3 * MAX_ROW_LENGTH + 1;
/** Parsing them takes about a millisecond, unless they are long. */
const MAX_BLOCK_LINES = 100;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** A line of a file without its line feed. */
export interface SourceLine {
  /** From 1. */
  readonly number: number;
  /** The decoded line. A line that is not valid UTF-8 is decoded as Latin-1. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/**
 * Yields the lines of a file in blocks. May truncate a line that is longer than `MAX_ROW_LENGTH`. A truncated line is still
 * longer than `MAX_ROW_LENGTH`, so that the caller can reject it.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SourceLine[]> {
  const splitter = new LineSplitter();
  for await (const chunk of bytes) {
    const lines = splitter.push(chunk);
    for (let at = 0; at < lines.length; at += MAX_BLOCK_LINES) yield lines.slice(at, at + MAX_BLOCK_LINES);
  }
  yield splitter.end();
}

class LineSplitter {
  #lineCount = 0;
  #unfinished: Uint8Array[] = [];
  #unfinishedBytes = 0;

  push(chunk: Uint8Array): SourceLine[] {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end === -1) {
      this.#keep(chunk);
      return [];
    }
    // The unfinished line ends in this chunk. `#keep` also limits the length of its last part.
    const first = chunk.indexOf(LINE_FEED);
    this.#keep(chunk.subarray(0, first));
    const completeLines = this.#take(chunk.subarray(first, end));
    this.#keep(chunk.subarray(end + 1));
    return this.#split(completeLines);
  }

  end(): SourceLine[] {
    return this.#unfinishedBytes === 0 ? [] : this.#split(this.#take());
  }

  #keep(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, MAX_LINE_BYTES - this.#unfinishedBytes);
    if (kept.length === 0) return;
    this.#unfinished.push(kept);
    this.#unfinishedBytes += kept.length;
  }

  #take(...more: Uint8Array[]): Buffer {
    const block = Buffer.concat([...this.#unfinished, ...more]);
    this.#unfinished = [];
    this.#unfinishedBytes = 0;
    return block;
  }

  #split(block: Buffer): SourceLine[] {
    const bytes = this.#lineCount === 0 ? withoutByteOrderMark(block) : block;
    // Checking the block instead of each line saves a third of the reading time.
    const allUtf8 = isUtf8(bytes);
    const lines: SourceLine[] = [];
    for (const text of bytes.toString(allUtf8 ? 'utf8' : 'latin1').split('\n')) {
      this.#lineCount += 1;
      lines.push(
        allUtf8 ? { number: this.#lineCount, text, isUtf8: true } : decodeLine(this.#lineCount, text),
      );
    }
    return lines;
  }
}

/** Converts a line from Latin-1 to UTF-8 if it is valid UTF-8. Decoding as Latin-1 has preserved its bytes. */
function decodeLine(number: number, latin1: string): SourceLine {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes)
    ? { number, text: bytes.toString(), isUtf8: true }
    : { number, text: latin1, isUtf8: false };
}

function withoutByteOrderMark(block: Buffer): Buffer {
  const hasMark = block.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? block.subarray(BYTE_ORDER_MARK.length) : block;
}
