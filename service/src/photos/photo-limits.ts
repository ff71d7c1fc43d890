export const MAX_PHOTOS_OF_A_PET = 12;

const MEGAPIXEL = 1_000_000;

/** Of a picture in pixels, as of a WebP. A decoder keeps many rows: those of 6,000,000 pixels of 16 bits took 5 GB. */
export const MAX_SIDE = 16_383;

/**
 * The accepted media types, with the maximum number of pixels: decoded, a picture has at most 200 MB, with four channels, and 16
 * bits in PNG. The child process takes at most 335 MB (docs/adr/0059). A JPEG is scaled while it is decoded, row by row.
 * The other types may be decoded completely: 24 megapixels of PNG take 170 MB, and AVIF takes up to 30 bytes a pixel.
 */
export const MAX_PIXELS = {
  'image/jpeg': 50 * MEGAPIXEL,
  'image/png': 24 * MEGAPIXEL,
  'image/webp': 24 * MEGAPIXEL,
  'image/avif': 9 * MEGAPIXEL,
} as const satisfies Record<string, number>;

/** A progressive JPEG keeps all its coefficients until its end: up to 8 bytes a pixel. */
export const MAX_PROGRESSIVE_PIXELS = 16 * MEGAPIXEL;

/** Encoders write about ten, and each one is work for all pixels. */
export const MAX_SCANS = 100;

/** The resident memory of the child process: more than any picture within the other limits takes. */
export const MAX_DECODING_BYTES = 450 * 1_000_000;
/** What the child process may still have after a picture: each one leaves a few megabytes that cannot be used again. */
export const MAX_KEPT_BYTES = 160 * 1_000_000;

/** The processor time for one picture: about three times what the largest one takes. */
export const MAX_DECODING_MS = 5000;

export function megapixels(pixels: number): string {
  return `${Math.round(pixels / MEGAPIXEL)} megapixels`;
}

/** The uploads of one account that may wait while another one is processed. */
export const MAX_WAITING_OF_ACCOUNT = 2;
/** The bytes of all uploads that are received, wait or are processed: about ten pictures of a telephone, or three of 10 MB. */
export const MAX_WAITING_BYTES = 32 * 1024 * 1024;
