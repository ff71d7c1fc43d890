import { compress, compressSync } from './compress.ts';
import type { Coding } from './content-coding.ts';

interface PlainPage {
  /**
   * The bare array, in JSON. A string if it is ASCII: Node sends a string in one piece with the headers, which takes 16 us
   * per response instead of 17.6.
   */
  readonly body: string | Buffer;
  /** `Link` to the next page (RFC 8288); empty on the last page. */
  readonly link: string;
  /** The tag of the body and `Link` together. */
  readonly etag: string;
}

/** A page of a list, ready to be sent. Each compressed form is made when a client first requests it, and cached. */
export class ReadyPage implements PlainPage {
  readonly body: string | Buffer;
  readonly link: string;
  readonly etag: string;
  readonly #compressed: Partial<Record<Coding, Buffer>> = {};
  /** Called when a compressed form was added. The page cache sets it. */
  onGrown: ((bytes: number) => void) | undefined;

  constructor({ body, link, etag }: PlainPage) {
    this.body = body;
    this.link = link;
    this.etag = etag;
  }

  /** The size of all forms in bytes. */
  get size(): number {
    return Object.values(this.#compressed).reduce((sum, { length }) => sum + length, this.body.length);
  }

  /** Returns undefined if this form does not exist yet, and the page is too large to compress it synchronously. */
  compressedSync(coding: Coding): Buffer | undefined {
    const cached = this.#compressed[coding];
    if (cached !== undefined) return cached;
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
