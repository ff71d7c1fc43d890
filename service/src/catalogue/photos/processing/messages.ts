import type { FocalPoint } from '../focal-point.ts';
import type { PhotoEdit } from '../photo-edit.ts';
import type { PhotoFileName } from '../photo-sizes.ts';

/** What the service asks its child process. */
export type PictureRequest = { readonly picture: Uint8Array } & (
  | {
      /** Scales an upload. */
      readonly task: 'prepare';
    }
  | {
      /** Makes the file for previews of links from a stored one. */
      readonly task: 'frame';
      readonly focalPoint: FocalPoint;
    }
  | {
      /** Makes all files of an edited photo from a stored one. */
      readonly task: 'edit';
      readonly edit: PhotoEdit;
      readonly focalPoint: FocalPoint;
    }
  | {
      /** Checks a file that another store has prepared. */
      readonly task: 'check';
      readonly name: PhotoFileName;
    }
);

/** What the child replies. */
export type PictureReply = (
  | { readonly fault: string }
  | {
      readonly fault?: undefined;
      readonly width: number;
      readonly height: number;
      readonly color: string;
      /** Those of a prepared or edited picture, in the order of `PHOTO_FILE_NAMES`; of a framed one that file. */
      readonly files: readonly Uint8Array[];
    }
) & {
  /** True if the child must not get another picture. */
  readonly isLast?: boolean;
};

/** The exit status of a child on a machine that cannot load the image library. */
export const NO_LIBRARY_STATUS = 78;
/** The exit status of a child that gets no memory from the system. */
export const NO_MEMORY_STATUS = 79;
