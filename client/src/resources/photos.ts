import type { Photo, PhotoChange, PhotoEdit } from '../contract.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';

/** The media types that the service accepts. It accepts other names of them as well, such as `image/jpg`. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif';

export interface PhotoOptions extends CreateOptions {
  /** The type of the file; by default that of a `Blob`. The content decides if it is another accepted type. */
  type?: PictureType;
}

/** The photos of the animals. They are read with a listing. */
export class Photos {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Adds a photo after those of the animal. When this resolves, it is stored durably and exactly once, even after retries.
   *
   * @throws {PetstoreError} `invalid_image`, `pet_not_found`, `not_owner`, `too_many_photos` or `storage_full`.
   */
  async add(petId: bigint, file: Blob | Uint8Array, options: PhotoOptions = {}): Promise<Photo> {
    const type = options.type ?? (file instanceof Blob ? file.type : '');
    const call = { id: petId, body: file, headers: { 'content-type': type }, options, accepts: ['type'] };
    return (await this.#transport.call('addPhoto', call)).result;
  }

  /**
   * Rotates and crops a photo. It is replaced by another one, with another id.
   *
   * @throws {PetstoreError} `invalid_body`, `pet_not_found`, `photo_not_found` or `not_owner`.
   */
  async edit(petId: bigint, photoId: string, edit: PhotoEdit, options?: CreateOptions): Promise<Photo> {
    return (await this.#transport.call('editPhoto', { id: petId, itemId: photoId, body: edit, options }))
      .result;
  }

  /**
   * Changes the text, the position or the focal point of a photo; position 0 is the cover. A retry after a lost connection sets the same values again.
   *
   * @throws {PetstoreError} `pet_not_found`, `photo_not_found` or `not_owner`.
   */
  async change(petId: bigint, photoId: string, change: PhotoChange, options?: CallOptions): Promise<Photo> {
    return (await this.#transport.call('changePhoto', { id: petId, itemId: photoId, body: change, options }))
      .result;
  }

  /**
   * Removes a photo. Copies in browsers and caches may remain.
   *
   * @throws {PetstoreError} `pet_not_found`, `photo_not_found` or `not_owner`.
   */
  async remove(petId: bigint, photoId: string, options?: CallOptions): Promise<void> {
    await this.#transport.call('removePhoto', {
      id: petId,
      itemId: photoId,
      options,
      doneIf: 'photo_not_found',
    });
  }
}
