import type { Metadata, OutputInfo, Sharp } from 'sharp';
import sharp from 'sharp';
import {
  fileFormat,
  MAX_PHOTO_WIDTH,
  PHOTO_FILE_NAMES,
  type PhotoFileName,
  PREVIEW_NAME,
  PREVIEW_SIZE,
} from '../photo-sizes.ts';
import { countScans, withoutTexts } from './picture-segments.ts';
import {
  contentFault,
  MAX_PIXELS,
  MAX_PROGRESSIVE_PIXELS,
  MAX_SCANS,
  MAX_SIDE,
  megapixels,
  NO_PICTURE,
  type PictureType,
} from './picture-types.ts';

/** The reason why a picture is rejected, as the end of a sentence. */
export class PictureFault extends Error {
  override name = 'PictureFault';
}

// The child handles one picture and then others, and must not keep the pixels of any.
sharp.cache(false);
sharp.concurrency(1);
// No other decoder is ever used, whatever the content: libvips also reads SVG, GIF and TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

const WHITE = '#ffffff';
const DAMAGED = 'it is truncated or damaged';

export interface DecodedPicture {
  /** After the orientation was applied. */
  readonly width: number;
  readonly height: number;
  readonly color: string;
  /** In the order of `PHOTO_FILE_NAMES`. */
  readonly files: readonly Buffer[];
}

/**
 * Scales a picture, whose content decides its type. The files have no metadata of it: only its pixels are passed on.
 *
 * @throws {PictureFault}
 */
export async function preparePicture(upload: Buffer): Promise<DecodedPicture> {
  const bytes = withoutTexts(upload);
  const metadata = await readMetadata(bytes);
  const type = typeOf(metadata);
  requireSize(metadata, type);
  if (type === 'image/jpeg') requireFewScans(bytes);
  const largest = await upright(await scaledDown(bytes, metadata, type), metadata.orientation);
  const color = await averageColor(largest.clone());
  const files: Buffer[] = [];
  for (const name of PHOTO_FILE_NAMES) {
    const picture = largest.clone();
    files.push(await (name === PREVIEW_NAME ? framed(picture, color) : scaledFile(picture, name)));
  }
  const { width: shownWidth, height: shownHeight } = metadata.autoOrient;
  return { width: shownWidth, height: shownHeight, color, files };
}

/** Returns the whole picture in the middle of a frame. A small one is enlarged: previews of links crop or shrink any other shape. */
function framed(picture: Sharp, color: string): Promise<Buffer> {
  return picture
    .resize({ ...PREVIEW_SIZE, fit: 'contain', background: color })
    .jpeg()
    .toBuffer();
}

function scaledFile(picture: Sharp, name: PhotoFileName): Promise<Buffer> {
  const { maxWidth, type } = fileFormat(name);
  const scaled = picture.resize({ width: maxWidth, withoutEnlargement: true });
  return (type === 'image/webp' ? scaled.webp() : scaled.jpeg()).toBuffer();
}

/**
 * Decodes a picture in sRGB and scales it to the largest width, still in its stored orientation. Transparent parts become
 * white here, so that no later step sees the colours that they hide.
 */
function scaledDown(bytes: Buffer, metadata: Metadata, type: PictureType): Promise<Raw> {
  const { orientation } = metadata;
  const isOnItsSide = orientation !== undefined && orientation >= 5;
  const [width, height] = isOnItsSide ? [MAX_SIDE, MAX_PHOTO_WIDTH] : [MAX_PHOTO_WIDTH, MAX_SIDE];
  return decoded(() =>
    rawOf(
      withEightBits(open(bytes, MAX_PIXELS[type]), metadata)
        .flatten({ background: WHITE })
        .resize({ width, height, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb'),
    ),
  );
}

/** The spaces of 8 bits for those of 16. */
const EIGHT_BITS: Readonly<Record<string, string>> = { rgb16: 'srgb', grey16: 'b-w' };

/**
 * Reduces a picture with a colour profile to 8 bits before the profile is applied. sharp converts 16 bits of colour to Display
 * P3 instead of sRGB, and does not apply the profile of 16 bits of grey.
 */
function withEightBits(picture: Sharp, { hasProfile, space }: Metadata): Sharp {
  const eightBits = hasProfile ? EIGHT_BITS[space] : undefined;
  return eightBits === undefined ? picture : picture.pipelineColourspace(eightBits);
}

interface Raw {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

function rawOf(picture: Sharp): Promise<Raw> {
  return picture.raw().toBuffer({ resolveWithObject: true });
}

function fromRaw({ data, info: { width, height, channels } }: Raw): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** The steps to each orientation of EXIF: mirrored from left to right, then rotated clockwise. */
const STEPS: Readonly<Record<number, { readonly isMirrored: boolean; readonly degrees: number }>> = {
  2: { isMirrored: true, degrees: 0 },
  3: { isMirrored: false, degrees: 180 },
  4: { isMirrored: true, degrees: 180 },
  5: { isMirrored: true, degrees: 270 },
  6: { isMirrored: false, degrees: 90 },
  7: { isMirrored: true, degrees: 90 },
  8: { isMirrored: false, degrees: 270 },
};

/** Applies the orientation. After scaling, because turning needs all pixels in memory: 24 megapixels took 5.9 s instead of 2. */
async function upright(raw: Raw, orientation = 1): Promise<Sharp> {
  const steps = STEPS[orientation];
  if (steps === undefined) return fromRaw(raw);
  const mirrored = steps.isMirrored ? await rawOf(fromRaw(raw).flop()) : raw;
  return fromRaw(await rawOf(fromRaw(mirrored).rotate(steps.degrees)));
}

/**
 * Checks a file that was prepared before, as `preparePicture` makes it: its content has the type and at most the width of
 * its name, can be decoded completely, and has no metadata.
 *
 * @throws {PictureFault}
 */
export async function checkFile(bytes: Buffer, name: PhotoFileName): Promise<void> {
  const { maxWidth, type } = fileFormat(name);
  const metadata = await readMetadata(bytes);
  const found = typeOf(metadata);
  if (found !== type) throw new PictureFault(`its content is ${found}, but its type is ${type}`);
  requireSize(metadata, type);
  if (type === 'image/jpeg') requireFewScans(bytes);
  if (metadata.width > maxWidth) {
    throw new PictureFault(`it is ${metadata.width} pixels wide, more than ${maxWidth}`);
  }
  const { exif, icc, iptc, xmp, comments, tifftagPhotoshop } = metadata;
  if ([exif, icc, iptc, xmp, comments, tifftagPhotoshop].some((part) => part !== undefined)) {
    throw new PictureFault('it has metadata');
  }
  await decoded(() => rawOf(open(bytes, MAX_PIXELS[type])));
}

function open(bytes: Buffer, limitInputPixels: number): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels, sequentialRead: true });
}

/** Reads the header only, so that the size of a bomb can be named. No decoder gets content of other types. */
async function readMetadata(bytes: Buffer): Promise<Metadata> {
  const fault = contentFault(bytes);
  if (fault !== undefined) throw new PictureFault(fault);
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
  } catch (error) {
    throw new PictureFault(DAMAGED, { cause: error });
  }
}

/** The format "heif" is AVIF: `contentFault` rejects HEIC. Where AVIF has another brand first, libvips takes it for HEIC. */
const TYPES: Readonly<Record<string, PictureType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heif: 'image/avif',
};

function typeOf({ format }: Metadata): PictureType {
  const type = TYPES[format];
  if (type === undefined) throw new PictureFault(NO_PICTURE);
  return type;
}

function requireSize({ width, height, isProgressive }: Metadata, type: PictureType): void {
  const pixels = width * height;
  if (pixels > MAX_PIXELS[type]) {
    throw new PictureFault(
      `it has ${megapixels(pixels)}; ${type} may have at most ${megapixels(MAX_PIXELS[type])}`,
    );
  }
  if (Math.max(width, height) > MAX_SIDE) {
    throw new PictureFault(`it has ${width} x ${height} pixels; each side may have at most ${MAX_SIDE}`);
  }
  if (isProgressive === true && pixels > MAX_PROGRESSIVE_PIXELS) {
    throw new PictureFault(
      `it is progressive and has ${megapixels(pixels)}; it may have at most ${megapixels(MAX_PROGRESSIVE_PIXELS)}`,
    );
  }
}

function requireFewScans(jpeg: Buffer): void {
  const scans = countScans(jpeg);
  if (scans > MAX_SCANS) throw new PictureFault(`it has ${scans} scans; it may have at most ${MAX_SCANS}`);
}

async function averageColor(picture: Sharp): Promise<string> {
  const { channels } = await picture.stats();
  const [red = 0, green = red, blue = red] = channels.map(({ mean }) => Math.round(mean));
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

async function decoded<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    throw new PictureFault(DAMAGED, { cause: error });
  }
}
