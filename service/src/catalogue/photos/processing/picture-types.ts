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

export type PictureType = keyof typeof MAX_PIXELS;

/** Other names of the accepted types, which browsers and older programs send. */
export const PICTURE_TYPE_ALIASES: readonly string[] = [
  'image/jpg',
  'image/pjpeg',
  'image/x-jpg',
  'image/x-jpeg',
  'image/x-png',
  'image/apng',
  'image/x-webp',
  'image/avif-sequence',
];

export const HEIC_TYPES: readonly string[] = [
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
];

/** What to do with a HEIC picture, without the full stop at the end. */
export const HEIC_ADVICE =
  'On an iPhone, choose Settings > Camera > Formats > Most Compatible for new photos, or share or export this one as JPEG';

/** The reasons why other content is rejected, as the end of a sentence. */
export const NO_PICTURE = 'its content is no JPEG, PNG, WebP or AVIF picture';
export const HEIC_PICTURE = `it is a HEIC picture. ${HEIC_ADVICE}`;

const FIRST_BYTES = [/^\xff\xd8\xff/, /^\x89PNG/, /^RIFF.{4}WEBP/s];
const AVIF_BRAND = /^avi[fs]$/;
/** HEIC itself, and the brands that HEIC and AVIF files have in common (ISO/IEC 23008-12, annex B and chapter 10). */
const HEIF_BRAND = /^(?:he(?:ic|ix|im|is|vc|vx|vm|vs|if)|mif[1-3]|msf1|miaf)$/;
/** A file has about six brands of four bytes. */
const MAX_START_BYTES = 256;

export function megapixels(pixels: number): string {
  return `${Math.round(pixels / MEGAPIXEL)} megapixels`;
}

/**
 * Returns why content is rejected, judged by its first bytes only, as the end of a sentence. Returns undefined if it may be
 * a picture of an accepted type.
 */
export function contentFault(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, MAX_START_BYTES));
  const text = start.toString('latin1');
  if (FIRST_BYTES.some((pattern) => pattern.test(text))) return undefined;
  const brands = brandsOf(start);
  // Some AVIF files have the brand mif1 or msf1 before avif.
  if (brands.some((brand) => AVIF_BRAND.test(brand))) return undefined;
  return brands.some((brand) => HEIF_BRAND.test(brand)) ? HEIC_PICTURE : NO_PICTURE;
}

/** Returns the brands of an ISO base media file, the major one first (ISO/IEC 14496-12, section 4.3); none of other content. */
function brandsOf(start: Buffer): string[] {
  const text = start.toString('latin1');
  if (text.slice(4, 8) !== 'ftyp') return [];
  const boxBytes = start.readUInt32BE(0);
  // The version of the major brand is between it and the other brands.
  return [text.slice(8, 12), ...(text.slice(16, boxBytes).match(/.{4}/gs) ?? [])];
}
