import type { PhotoFileName } from '../photo-sizes.ts';

/** What the service asks its child process. The only part of the frame is the picture. */
export type PictureRequest =
  /** Scale an upload. */
  | { readonly task: 'prepare' }
  /** Check a file that another store has prepared. */
  | { readonly task: 'check'; readonly name: PhotoFileName };

/** What the child replies. The parts of a prepared picture are its files, in the order of `PHOTO_FILE_NAMES`. */
export type PictureReply = (
  | { readonly fault: string }
  | { readonly fault?: undefined; readonly width: number; readonly height: number; readonly color: string }
) & {
  /** True if the child must not get another picture. */
  readonly isLast?: boolean;
};

/** The exit status of a child on a machine that cannot load the image library. */
export const NO_LIBRARY_STATUS = 78;
/** The exit status of a child that gets no memory from the system. */
export const NO_MEMORY_STATUS = 79;
