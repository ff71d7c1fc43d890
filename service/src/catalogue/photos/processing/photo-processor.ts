import type { Clock } from '../../../platform/core/clock.ts';
import { ApiError, unavailable } from '../../../platform/core/errors.ts';
import { DEFAULT_FOCAL_POINT, type FocalPoint, focalPointAfter } from '../focal-point.ts';
import type { Photo } from '../photo.ts';
import type { PhotoEdit } from '../photo-edit.ts';
import type { PhotoFile } from '../photo-queries.ts';
import { PHOTO_FILE_NAMES, PREVIEW_NAME } from '../photo-sizes.ts';
import { ImageProcess, ImageProcessError } from './image-process.ts';
import type { PictureReply, PictureRequest } from './messages.ts';

const RETRY_AFTER = { 'Retry-After': '5' };

/** A picture that was decoded and scaled. */
export interface PreparedPhoto extends Pick<Photo, 'width' | 'height' | 'color' | 'focalPoint'> {
  readonly files: readonly PhotoFile[];
}

/** Makes the files of photos. */
export class PhotoProcessor {
  readonly #process: ImageProcess;

  /** @param process tests have one that crashes. */
  constructor(clock: Clock, process = new ImageProcess(clock)) {
    this.#process = process;
  }

  /** @throws {ApiError} `invalid_image`, or `service_unavailable` if the machine is short of memory or of time, or has no image library. */
  async prepare(upload: Uint8Array): Promise<PreparedPhoto> {
    return {
      ...preparedOf(await this.#run({ task: 'prepare', picture: upload })),
      focalPoint: DEFAULT_FOCAL_POINT,
    };
  }

  /**
   * Makes another photo of the largest file of one.
   *
   * @param before the focal point of that one.
   * @throws {ApiError} as `prepare`.
   */
  async edit(stored: Uint8Array, edit: PhotoEdit, before: FocalPoint): Promise<PreparedPhoto> {
    const focalPoint = focalPointAfter(before, edit);
    return {
      ...preparedOf(await this.#run({ task: 'edit', picture: stored, edit, focalPoint })),
      focalPoint,
    };
  }

  /**
   * Makes the file for previews of links of the largest file of a photo.
   *
   * @throws {ApiError} as `prepare`.
   */
  async frame(stored: Uint8Array, focalPoint: FocalPoint): Promise<PhotoFile> {
    const { files } = await this.#run({ task: 'frame', picture: stored, focalPoint });
    return { name: PREVIEW_NAME, content: files[0] ?? new Uint8Array() };
  }

  async #run(request: PictureRequest) {
    const reply = await this.#process.run(request).catch(rejectUpload);
    if (reply.fault !== undefined) throw invalidImage(reply.fault);
    return reply;
  }

  /** Ends the child process. */
  close(): void {
    this.#process.close();
  }
}

function preparedOf({ width, height, color, files }: Extract<PictureReply, { fault?: undefined }>) {
  const named = PHOTO_FILE_NAMES.map((name, index) => ({ name, content: files[index] ?? new Uint8Array() }));
  return { width, height, color, files: named };
}

function rejectUpload(error: unknown): never {
  if (!(error instanceof ImageProcessError)) throw error;
  if (error.kind === 'crash') throw invalidImage(error.message, error);
  throw unavailable('Photos cannot be processed at the moment. Try again in a moment.', error, RETRY_AFTER);
}

function invalidImage(reason: string, cause?: unknown): ApiError {
  return new ApiError('invalid_image', `The picture cannot be used: ${reason}.`, { cause });
}
