import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';
import { type ByteString, byteString } from '../byte-string.ts';
import { compress } from './compress.ts';
import type { Coding } from './content-coding.ts';
import { entityTag } from './etag.ts';

/** What a read returns: JSON, and the header fields that describe it. Its compressed forms are made once. */
export class Representation {
  readonly body: ByteString;
  /** `Link` to other pages (RFC 8288); empty if there are none. */
  readonly link: string;
  /** The tag of the body and `Link` together; undefined if clients must not store it. */
  readonly etag: string | undefined;
  readonly #compressed: Partial<Record<Coding, Buffer>> = {};
  /** Called when a compressed form was added. The cache sets it. */
  onGrown: ((bytes: number) => void) | undefined;

  private constructor(json: string, link: string, etag: string | undefined) {
    this.body = byteString(json);
    this.link = link;
    this.etag = etag;
  }

  /** A client may store it, and asks before each use whether it is current. */
  static tagged(json: string, link = ''): Representation {
    return new Representation(json, link, entityTag(link + json));
  }

  /** As `tagged`, with a `Link` that never changes: the tag is that of the body, which a write returns, too. */
  static linked(json: string, link: string): Representation {
    return new Representation(json, link, entityTag(json));
  }

  /** A client must not store it. */
  static transient(json: string, link = ''): Representation {
    return new Representation(json, link, undefined);
  }

  /** The size of all forms and of `Link` in bytes. */
  get size(): number {
    const uncompressed = this.body.length + this.link.length;
    return Object.values(this.#compressed).reduce((sum, { length }) => sum + length, uncompressed);
  }

  /** Returns the compressed form: a promise if it does not exist yet and is too large to be made synchronously. */
  compressed(coding: Coding): MaybePromise<Buffer> {
    return (
      this.#compressed[coding] ?? andThen(compress(this.body, coding), (bytes) => this.#add(coding, bytes))
    );
  }

  #add(coding: Coding, bytes: Buffer): Buffer {
    const earlier = this.#compressed[coding];
    if (earlier !== undefined) return earlier;
    this.#compressed[coding] = bytes;
    this.onGrown?.(bytes.length);
    return bytes;
  }
}
