import type { MAX_PIXELS } from '../photo-limits.ts';

export type PictureType = keyof typeof MAX_PIXELS;

const FIRST_BYTES: ReadonlyArray<readonly [RegExp, PictureType]> = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
];

/** Returns the type of a picture by its first bytes; undefined if it is none of the accepted types. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return FIRST_BYTES.find(([pattern]) => pattern.test(start))?.[1];
}

/** The reason why other content is rejected, as the end of a sentence. */
export const NO_PICTURE = 'its content is no JPEG, PNG, WebP or AVIF picture';
