import type { MaybePromise } from '../../core/maybe-promise.ts';
import { type ByteString, byteString, type Coding, compress } from './content-coding.ts';
import { entityTag } from './etag.ts';

/** From this size all readers share one buffer. Node copies a string for each client that reads slowly. */
const MIN_SHARED_BYTES = 64 * 1024;

/** What a read returns: JSON, and the header fields that describe it. Its compressed forms are made once. */
export class Representation {
  readonly body: ByteString | Buffer;
  /** `Link` to other pages (RFC 8288); empty if there are none. */
  readonly link: string;
  /** The tag of the body, `Link` and `Search-Match` together, or of a version; undefined if no request compares it. */
  readonly etag: string | undefined;
  /** Whether a client may store it, and gets 304 if what it has is current. */
  readonly isStored: boolean;
  /** `Search-Match`: how the items were found if not by the words of the search. */
  readonly match: string | undefined;
  readonly #compressed: Partial<Record<Coding, MaybePromise<Buffer>>> = {};
  /** The number of all items of the list, if the request prefers it and it is known. It is not part of the tag. */
  total: bigint | undefined;
  /** Called when a compressed form was added. The cache sets it. */
  onGrown: ((bytes: number) => void) | undefined;

  private constructor(
    json: string,
    link: string,
    etag: string | undefined,
    { match, isStored = etag !== undefined }: { match?: string | undefined; isStored?: boolean } = {},
  ) {
    this.body = json.length < MIN_SHARED_BYTES ? byteString(json) : Buffer.from(json);
    this.link = link;
    this.etag = etag;
    this.isStored = isStored;
    this.match = match;
  }

  /** A client may store it, and asks before each use whether it is current. */
  static tagged(json: string, link = '', match?: string): Representation {
    return new Representation(json, link, entityTag((match ?? '') + link + json), { match });
  }

  /** As `tagged`, with a `Link` that never changes: the tag is that of the body, which a write returns, too. */
  static linked(json: string, link: string): Representation {
    return new Representation(json, link, entityTag(json));
  }

  /** A client must not store it, and names the version in `If-Match` of a change. */
  static versioned(json: string, version: string): Representation {
    return new Representation(json, '', entityTag(version), { isStored: false });
  }

  /** A client must not store it. */
  static transient(json: string, link = ''): Representation {
    return new Representation(json, link, undefined);
  }

  /** The size of all forms and of `Link` in bytes. */
  get size(): number {
    const uncompressed = this.body.length + this.link.length;
    return Object.values(this.#compressed).reduce(
      (sum, form) => (form instanceof Promise ? sum : sum + form.length),
      uncompressed,
    );
  }

  /**
   * Returns the compressed form: a promise if it does not exist yet and is too large to be made synchronously. It is made
   * once for all who wait for it.
   */
  compressed(coding: Coding): MaybePromise<Buffer> {
    const known = this.#compressed[coding];
    if (known !== undefined) return known;
    const compressing = compress(this.body, coding);
    if (!(compressing instanceof Promise)) return this.#add(coding, compressing);
    const pending = compressing.then(
      (bytes) => this.#add(coding, bytes),
      (error) => {
        delete this.#compressed[coding];
        throw error;
      },
    );
    this.#compressed[coding] = pending;
    return pending;
  }

  #add(coding: Coding, bytes: Buffer): Buffer {
    this.#compressed[coding] = bytes;
    this.onGrown?.(bytes.length);
    return bytes;
  }
}
