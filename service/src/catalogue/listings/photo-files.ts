import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AddressQuotas } from '../../access/quota/address-quota.ts';
import { addressQuotaError } from '../../access/quota/quota-errors.ts';
import { type SharedTables, tableOf } from '../../access/quota/shared-tables.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { IMMUTABLE } from '../../platform/http/responses/answer.ts';
import { type Answer, type Exchange, type Route, route } from '../../platform/http/route.ts';
import { photoExists, photoFile } from '../photos/photo-queries.ts';
import { PHOTO_FILE_NAMES, type PhotoFileName, PREVIEW_NAME } from '../photos/photo-sizes.ts';

/** Requests for photos of one client address in a minute: the first view of 50 pages with 60 photos each. */
const QUOTA = { perMinute: 3_000, perDay: undefined };

const MIB = 1024 * 1024;
/** Enough for the covers of 500 pages, which most requests ask for. */
const LIMIT_BYTES = 32 * MIB;
/** The memory of a file beyond its bytes. */
const OVERHEAD_BYTES = 300;

const HEADERS = ['cache-control', IMMUTABLE];

interface PhotoFilesDependencies {
  database: Pick<Database, 'read'>;
  addressOf: (request: IncomingMessage) => string | undefined;
  /** Returns a file of a picture that is none of an animal here. */
  otherFile: (id: string, name: string) => MaybePromise<Uint8Array | undefined>;
  /** The counters of all threads; undefined if this is the only one. */
  tables: SharedTables | undefined;
  /** The part of the memory for this thread. */
  share: number;
}

/** Serves the files of photos, without a key: their addresses cannot be guessed, and their bytes never change, but those of the preview. */
export class PhotoFiles {
  readonly #dependencies: PhotoFilesDependencies;
  readonly #quotas: AddressQuotas;
  readonly #cache: PhotoCache;

  constructor(dependencies: PhotoFilesDependencies) {
    this.#dependencies = dependencies;
    this.#quotas = new AddressQuotas(QUOTA, tableOf(dependencies.tables, 'photos'));
    this.#cache = new PhotoCache(LIMIT_BYTES * dependencies.share);
  }

  route(): Route {
    return route({
      method: 'GET',
      path: '/photos/:id/:file',
      isIndexed: true,
      // Pages of other origins may show the picture.
      isForEveryOrigin: true,
      handle: (exchange) => {
        const { id = '', file } = exchange.matched?.params ?? {};
        const name = PHOTO_FILE_NAMES.find((known) => known === file);
        if (name === undefined) throw fileNotFound();
        this.#count(exchange);
        return this.#find(id, name);
      },
    });
  }

  #count({ request, now }: Exchange): void {
    const decision = this.#quotas.consume(this.#dependencies.addressOf(request), now);
    if (decision.refusedBy !== undefined) throw addressQuotaError(decision, 'photos', now);
  }

  /** Asks the store each time whether a cached photo still exists, so that one in the bin is unreachable at once. */
  #find(id: string, name: PhotoFileName): MaybePromise<Answer> {
    if (name === PREVIEW_NAME) return this.#readPreview(id);
    const key = `${id}/${name}`;
    const cached = this.#cache.get(key);
    if (cached === undefined) return this.#read(id, name);
    return andThen(photoExists(this.#dependencies.database.read, id), (exists) => {
      if (!exists) {
        this.#cache.delete(key);
        throw fileNotFound();
      }
      return answerOf(key, cached);
    });
  }

  /** Not cached: few programs read it, and it changes with the focal point, which is in the addresses of pages. */
  #readPreview(id: string): MaybePromise<Answer> {
    return andThen(photoFile(this.#dependencies.database.read, id, PREVIEW_NAME), (bytes) => {
      if (bytes === undefined) throw fileNotFound();
      return answerOf(PREVIEW_NAME, bufferOf(bytes), tagOf(bytes));
    });
  }

  #read(id: string, name: PhotoFileName): MaybePromise<Answer> {
    const key = `${id}/${name}`;
    return andThen(photoFile(this.#dependencies.database.read, id, name), (bytes) => {
      if (bytes === undefined) return this.#readOther(id, name);
      const content = bufferOf(bytes);
      this.#cache.set(key, content);
      return answerOf(key, content);
    });
  }

  /** Not cached: it is gone as soon as it is removed. */
  #readOther(id: string, name: PhotoFileName): MaybePromise<Answer> {
    return andThen(this.#dependencies.otherFile(id, name), (bytes) => {
      if (bytes === undefined) throw fileNotFound();
      return answerOf(`${id}/${name}`, bufferOf(bytes));
    });
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function tagOf(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url')}"`;
}

function answerOf(key: string, body: Buffer, etag = `"${key}"`): Answer {
  return {
    status: 200,
    headers: HEADERS,
    etag,
    body,
    type: key.endsWith('.jpg') ? 'image/jpeg' : 'image/webp',
  };
}

function fileNotFound(): ApiError {
  return new ApiError('route_not_found', 'There is no photo at this path. It may have been removed.');
}

/** The files that were requested last, in bounded memory. */
class PhotoCache {
  readonly #limitBytes: number;
  readonly #files = new Map<string, Buffer>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get(key: string): Buffer | undefined {
    return this.#files.get(key);
  }

  /** Evicts the files that were added first, to stay within the limit. */
  set(key: string, file: Buffer): void {
    this.delete(key);
    this.#files.set(key, file);
    this.#bytes += sizeOf(file);
    for (const oldest of this.#files.keys()) {
      if (this.#bytes <= this.#limitBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const file = this.#files.get(key);
    if (file === undefined) return;
    this.#files.delete(key);
    this.#bytes -= sizeOf(file);
  }
}

function sizeOf(file: Buffer): number {
  return file.length + OVERHEAD_BYTES;
}
