/** The widths of the stored pictures, in pixels. A smaller upload is never enlarged: its files have its own width. */
export const PHOTO_WIDTHS = [320, 800, 1600] as const;
export const MAX_PHOTO_WIDTH = Math.max(...PHOTO_WIDTHS);

/** JPEG is for what cannot read WebP: previews of links and older mail programs. */
export const JPEG_NAME = '800.jpg';

/** The part of the photo around its focal point, for previews of links. Uploads of version 1.1.0 and earlier have none until that is set. */
export const PREVIEW_NAME = '1200x630.jpg';
export const PREVIEW_SIZE = { width: 1_200, height: 630 } as const;

export type PhotoFileName = `${(typeof PHOTO_WIDTHS)[number]}.webp` | typeof JPEG_NAME | typeof PREVIEW_NAME;

/** The file that others are made of when a photo is edited. */
export const LARGEST_NAME = '1600.webp';

/** The names of the files of a photo. */
export const PHOTO_FILE_NAMES: readonly PhotoFileName[] = [
  ...PHOTO_WIDTHS.map((width) => `${width}.webp` as const),
  JPEG_NAME,
  PREVIEW_NAME,
];

/** Returns the type of a file and its maximum width. */
export function fileFormat(name: PhotoFileName): { maxWidth: number; type: 'image/webp' | 'image/jpeg' } {
  return { maxWidth: Number.parseInt(name, 10), type: name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp' };
}
