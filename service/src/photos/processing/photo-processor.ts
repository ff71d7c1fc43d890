import type { Clock } from '../../core/clock.ts';
import { ApiError, unavailable } from '../../core/errors.ts';
import type { Photo } from '../photo.ts';
import type { PhotoFile } from '../photo-queries.ts';
import { PHOTO_FILE_NAMES } from '../photo-sizes.ts';
import { ImageProcess, ImageProcessError } from './image-process.ts';

const RETRY_AFTER = { 'Retry-After': '5' };

/** An upload that was decoded and scaled. */
export interface PreparedPhoto extends Pick<Photo, 'width' | 'height' | 'color'> {
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
    const reply = await this.#process.run({ task: 'prepare', picture: upload }).catch(rejectUpload);
    if (reply.fault !== undefined) throw invalidImage(reply.fault);
    const { width, height, color } = reply;
    const files = PHOTO_FILE_NAMES.map((name, index) => ({
      name,
      content: reply.files[index] ?? new Uint8Array(),
    }));
    return { width, height, color, files };
  }

  /** Ends the child process. */
  close(): void {
    this.#process.close();
  }
}

function rejectUpload(error: unknown): never {
  if (!(error instanceof ImageProcessError)) throw error;
  if (error.kind === 'crash') throw invalidImage(error.message, error);
  throw unavailable('Photos cannot be processed at the moment. Try again in a moment.', error, RETRY_AFTER);
}

function invalidImage(reason: string, cause?: unknown): ApiError {
  return new ApiError('invalid_image', `The picture cannot be used: ${reason}.`, { cause });
}
