import type { PictureType } from '@petstore/client';

/** What the first bytes of a file may be. */
export type PictureContent = PictureType | 'image/heic';

const FIRST_BYTES: ReadonlyArray<readonly [RegExp, PictureContent]> = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  // Some AVIF files have a brand of HEIC before their own.
  [/^.{4}ftyp(?:.{4})*?avi[fs]/s, 'image/avif'],
  [/^.{4}ftyp(?:.{4})*?(?:heic|heix|heif|hevc|mif[1-3]|msf1|miaf)/s, 'image/heic'],
];
/** A file with brands has about six of them, of four bytes each, in its first box. */
const MAX_START_BYTES = 256;

/** Returns the type of a file by its content: the browser takes the type of a `File` from its name. */
export async function contentTypeOf(file: Blob): Promise<PictureContent | undefined> {
  const start = await file.slice(0, MAX_START_BYTES).arrayBuffer();
  const bytes = new Uint8Array(start, 0, Math.min(start.byteLength, firstBoxBytes(start)));
  const text = String.fromCharCode(...bytes);
  return FIRST_BYTES.find(([pattern]) => pattern.test(text))?.[1];
}

/** Returns the length of the first box of an ISO base media file (ISO/IEC 14496-12). Other content has no boxes. */
function firstBoxBytes(start: ArrayBuffer): number {
  const isBox = start.byteLength >= 8 && new DataView(start).getUint32(4) === FTYP;
  return isBox ? new DataView(start).getUint32(0) : MAX_START_BYTES;
}

/** The characters "ftyp". */
const FTYP = 0x66_74_79_70;
