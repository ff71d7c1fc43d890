import { compress, compressSync } from './compress.ts';
import type { Coding } from './content-coding.ts';

interface PlainPage {
  /**
   * The bare array, in JSON. A string where each character is one byte, which Node sends in one piece with the headers
   * (16 us an answer instead of 17.6); else ready bytes.
   */
  readonly body: string | Buffer;
  /** To the next page (RFC 8288); empty on the last one. */
  readonly link: string;
  /** Over body and `Link`. */
  readonly etag: string;
}

/** A page as it is sent. Its compressed forms are made when a client first wants them, and stay with the page. */
export class ReadyPage implements PlainPage {
  readonly body: string | Buffer;
  readonly link: string;
  readonly etag: string;
  readonly #compressed: Partial<Record<Coding, Buffer>> = {};
  /** Called when a form was added; set by the cache that keeps the page. */
  onGrown: ((bytes: number) => void) | undefined;

  constructor({ body, link, etag }: PlainPage) {
    this.body = body;
    this.link = link;
    this.etag = etag;
  }

  /** The bytes of all forms. */
  get size(): number {
    return Object.values(this.#compressed).reduce((sum, { length }) => sum + length, this.body.length);
  }

  /** Undefined if the page would have to be compressed and is too large for that to be done in place. */
  compressedSync(coding: Coding): Buffer | undefined {
    const ready = this.#compressed[coding];
    if (ready !== undefined) return ready;
    const made = compressSync(this.body, coding);
    return made && this.#add(coding, made);
  }

  async compressed(coding: Coding): Promise<Buffer> {
    return this.compressedSync(coding) ?? this.#add(coding, await compress(this.body, coding));
  }

  #add(coding: Coding, bytes: Buffer): Buffer {
    const earlier = this.#compressed[coding];
    if (earlier !== undefined) return earlier;
    this.#compressed[coding] = bytes;
    this.onGrown?.(bytes.length);
    return bytes;
  }
}
