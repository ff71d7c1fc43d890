import type { Metadata, OutputInfo, Sharp } from 'sharp';
import sharp from 'sharp';
// Not from `focal-point.ts`: the child would load the library of schemas, which takes half of its start.
import { DEFAULT_FOCAL_POINT } from '../../../platform/database/column-values.ts';
import type { FocalPoint } from '../focal-point.ts';
import type { Crop, PhotoEdit } from '../photo-edit.ts';
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
  const { width, height } = metadata.autoOrient;
  return { width, height, ...(await filesOf(largest, DEFAULT_FOCAL_POINT)) };
}

/** Makes the files of a photo, and its colour, from its pixels. */
async function filesOf(
  largest: Raw,
  focalPoint: FocalPoint,
): Promise<Pick<DecodedPicture, 'color' | 'files'>> {
  const color = await averageColor(fromRaw(largest));
  const files: Buffer[] = [];
  for (const name of PHOTO_FILE_NAMES) {
    files.push(
      await (name === PREVIEW_NAME ? framed(largest, focalPoint) : scaledFile(fromRaw(largest), name)),
    );
  }
  return { color, files };
}

/**
 * Makes the files of a photo that is rotated and cropped, from its largest stored file.
 *
 * @throws {PictureFault}
 */
export async function editPicture(
  stored: Buffer,
  { rotate, crop }: PhotoEdit,
  focalPoint: FocalPoint,
): Promise<DecodedPicture> {
  const pixels = await storedPixels(stored);
  const rotated = rotate === undefined ? pixels : await rawOf(fromRaw(pixels).rotate(rotate));
  const edited = crop === undefined ? rotated : await rawOf(fromRaw(rotated).extract(partOf(rotated, crop)));
  // A rotated picture may be wider than the largest file.
  const resized = await rawOf(fromRaw(edited).resize({ width: MAX_PHOTO_WIDTH, withoutEnlargement: true }));
  const { width, height } = resized.info;
  return { width, height, ...(await filesOf(resized, focalPoint)) };
}

/**
 * Makes the file for previews of links from the largest stored file of a photo.
 *
 * @throws {PictureFault}
 */
export async function framePicture(stored: Buffer, focalPoint: FocalPoint): Promise<Buffer> {
  return framed(await storedPixels(stored), focalPoint);
}

function storedPixels(stored: Buffer): Promise<Raw> {
  return decoded(() => rawOf(open(stored, MAX_PIXELS['image/webp'])));
}

interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function partOf({ info }: Raw, crop: Crop): Part {
  const pixels = (percent: number, side: number) => Math.round((percent / 100) * side);
  const left = Math.min(pixels(crop.x, info.width), info.width - 1);
  const top = Math.min(pixels(crop.y, info.height), info.height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(pixels(crop.width, info.width), info.width - left)),
    height: Math.max(1, Math.min(pixels(crop.height, info.height), info.height - top)),
  };
}

/**
 * Returns the largest part of the shape of previews, placed as `object-position` of CSS places it. A small one is enlarged:
 * programs crop or shrink a picture of any other size.
 */
function framed(pixels: Raw, { x, y }: FocalPoint): Promise<Buffer> {
  const { info } = pixels;
  const shape = PREVIEW_SIZE.width / PREVIEW_SIZE.height;
  const width = Math.max(1, Math.min(info.width, Math.round(info.height * shape)));
  const height = Math.max(1, Math.min(info.height, Math.round(info.width / shape)));
  const left = Math.round(((info.width - width) * x) / 100);
  const top = Math.round(((info.height - height) * y) / 100);
  return fromRaw(pixels)
    .extract({ left, top, width, height })
    .resize({ ...PREVIEW_SIZE, fit: 'fill' })
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
async function upright(raw: Raw, orientation = 1): Promise<Raw> {
  const steps = STEPS[orientation];
  if (steps === undefined) return raw;
  const mirrored = steps.isMirrored ? await rawOf(fromRaw(raw).flop()) : raw;
  return rawOf(fromRaw(mirrored).rotate(steps.degrees));
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
