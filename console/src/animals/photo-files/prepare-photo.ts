import { PageError } from '../../texts/error-text.ts';
import { TEXTS } from './photo-files-texts.ts';
import { contentTypeOf } from './picture-content.ts';

const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const HEIC = 'image/heic';
const HEIC_TYPE = /^image\/hei[cf]/;
const HEIC_NAME = /\.(?:hei[cf]|hif)$/i;
/** Twice the width of the largest picture that the service stores. The canvas of an iPhone has at most 16 megapixels. */
const MAX_SIDE = 3200;
const JPEG_QUALITY = 0.9;

/**
 * What a field for photos offers. A phone offers its camera, too. Safari converts HEIC to the first of these types unless
 * HEIC is one of them. Other browsers would not offer HEIC files, so that no message could explain what to do with them.
 */
export const OFFERED_FILES: string = [
  ...PHOTO_TYPES,
  ...(isSafari() ? [] : [HEIC, 'image/heif', '.heic', '.heif']),
].join();

/** Safari and all browsers of iPhones have events for gestures. */
function isSafari(): boolean {
  return 'GestureEvent' in globalThis;
}

/**
 * Returns a file as the service accepts it: with the type of its content, and HEIC as JPEG.
 *
 * @throws {Error} with what to do, if the browser cannot decode HEIC.
 */
export async function preparePhoto(file: File): Promise<Blob> {
  const type = await contentTypeOf(file);
  if (type === HEIC || (type === undefined && isNamedHeic(file))) return toJpeg(file);
  return type === undefined ? file : withType(file, type);
}

function isNamedHeic({ type, name }: File): boolean {
  return HEIC_TYPE.test(type) || HEIC_NAME.test(name);
}

function withType(file: File, type: string): Blob {
  return file.type === type ? file : file.slice(0, file.size, type);
}

async function toJpeg(file: File): Promise<Blob> {
  // The orientation is applied. The content policy forbids an <img> with the address of a file.
  const bitmap = await createImageBitmap(withType(file, HEIC)).catch((cause: unknown) => {
    throw new PageError(TEXTS.heic(file.name), { cause });
  });
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context !== null) {
    // Transparent parts are white, as the service makes them.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
  );
  if (context === null || jpeg === null) throw new PageError(TEXTS.heic(file.name));
  return jpeg;
}
