export const MAX_PHOTOS_OF_A_PET = 12;

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

export function megapixels(pixels: number): string {
  return `${Math.round(pixels / MEGAPIXEL)} megapixels`;
}

/** The uploads of one account that may wait while another one is processed. */
export const MAX_WAITING_OF_ACCOUNT = 2;
/** The bytes of all uploads that are received, wait or are processed: about ten pictures of a telephone, or three of 10 MB. */
export const MAX_WAITING_BYTES = 32 * 1024 * 1024;
