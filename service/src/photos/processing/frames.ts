import type { Readable, Writable } from 'node:stream';

/** A message between the service and its child process: JSON, and bytes that need no encoding. */
export interface Frame<Head> {
  readonly head: Head;
  readonly parts: readonly Uint8Array[];
}

/** The length of the JSON, before it. */
const LENGTH_BYTES = 4;

/**
 * Writes a frame: the length of the JSON, the JSON with the lengths of the parts, and the parts. A pipe takes a large part
 * piece by piece, so that writing it does not hold the event loop.
 */
export function writeFrame<Head>(stream: Writable, { head, parts }: Frame<Head>): void {
  const json = Buffer.from(JSON.stringify({ head, lengths: parts.map(({ byteLength }) => byteLength) }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  for (const chunk of [length, json, ...parts]) stream.write(chunk);
}

/** Reads the frames of a stream. Their sender is this code, so nothing in them is checked. */
export class FrameReader<Head> {
  readonly #chunks: AsyncIterator<Buffer>;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Returns the next frame; undefined if the stream ends before its end. */
  async next(): Promise<Frame<Head> | undefined> {
    const length = await this.#take(LENGTH_BYTES);
    const json = length && (await this.#take(length.readUInt32BE()));
    if (json === undefined) return undefined;
    const { head, lengths } = JSON.parse(json.toString()) as { head: Head; lengths: number[] }; // of `writeFrame`
    const parts: Buffer[] = [];
    for (const bytes of lengths) {
      const part = await this.#take(bytes);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return { head, parts };
  }

  async #take(bytes: number): Promise<Buffer | undefined> {
    while (this.#pendingBytes < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done === true) return undefined;
      this.#pending.push(value);
      this.#pendingBytes += value.length;
    }
    const all = Buffer.concat(this.#pending);
    this.#pending = [all.subarray(bytes)];
    this.#pendingBytes = all.length - bytes;
    return all.subarray(0, bytes);
  }
}
