const MEGAPIXEL = 1_000_000;

/**
 * The accepted media types, with the maximum number of pixels, so that the child process takes about 240 MB at most
 * (ADR 43). A JPEG is scaled while it is decoded, row by row. The other types are decoded completely: 24 megapixels of PNG
 * take 130 MB, and AVIF takes up to 18 bytes a pixel.
 */
export const MAX_PIXELS = {
  'image/jpeg': 50 * MEGAPIXEL,
  'image/png': 24 * MEGAPIXEL,
  'image/webp': 24 * MEGAPIXEL,
  'image/avif': 9 * MEGAPIXEL,
} as const satisfies Record<string, number>;

/** A progressive JPEG keeps all its coefficients until its end: up to 8 bytes a pixel. */
export const MAX_PROGRESSIVE_PIXELS = 16 * MEGAPIXEL;

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

export function megapixels(pixels: number): string {
  return `${Math.round(pixels / MEGAPIXEL)} megapixels`;
}
