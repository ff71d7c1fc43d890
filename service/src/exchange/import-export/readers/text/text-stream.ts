import type { Encoding } from './encoding.ts';

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Yields a text file as UTF-8 whose lines end in a line feed, in whatever encoding and with whatever line ends it was saved. */
export function readText(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncIterable<Uint8Array> {
  return withLineFeeds(encoding === 'utf-8' ? bytes : decode(bytes, encoding));
}

async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/**
 * Old programs for the Mac end each line with a carriage return alone. If the first line of the file ends so, each such
 * return becomes a line feed. In other files it is a part of a value.
 */
async function* withLineFeeds(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const firstEnd = new FirstLineEnd();
  let held = false;
  for await (const chunk of bytes) {
    const block: Buffer = held ? Buffer.concat([Buffer.of(CARRIAGE_RETURN), chunk]) : asBuffer(chunk);
    held = firstEnd.kind !== 'other' && block.at(-1) === CARRIAGE_RETURN;
    if (firstEnd.kind === 'other') {
      yield block;
      continue;
    }
    // A return at the end of a chunk waits for the next byte.
    const complete = held ? block.subarray(0, -1) : block;
    const next = held ? CARRIAGE_RETURN : undefined;
    firstEnd.look(complete, next);
    yield firstEnd.kind === 'return' ? replaceReturns(complete) : complete;
  }
  if (!held) return;
  firstEnd.look(Buffer.of(CARRIAGE_RETURN), undefined);
  yield Buffer.of(firstEnd.kind === 'return' ? LINE_FEED : CARRIAGE_RETURN);
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
}

/** Finds how the first line ends, outside of quotes. */
class FirstLineEnd {
  kind: 'unknown' | 'return' | 'other' = 'unknown';
  #isQuoted = false;

  /** `block` does not end in a return that a line feed may follow; `next` is the byte after it, if it is known. */
  look(block: Buffer, next: number | undefined): void {
    for (let at = 0; this.kind === 'unknown' && at < block.length; at += 1) {
      const byte = block[at];
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      if (this.#isQuoted) continue;
      if (byte === LINE_FEED) this.kind = 'other';
      if (byte === CARRIAGE_RETURN) this.kind = (block[at + 1] ?? next) === LINE_FEED ? 'other' : 'return';
    }
  }
}

function replaceReturns(block: Buffer): Buffer {
  const replaced = Buffer.from(block);
  for (
    let at = replaced.indexOf(CARRIAGE_RETURN);
    at !== -1;
    at = replaced.indexOf(CARRIAGE_RETURN, at + 1)
  ) {
    if (replaced[at + 1] !== LINE_FEED) replaced[at] = LINE_FEED;
  }
  return replaced;
}
