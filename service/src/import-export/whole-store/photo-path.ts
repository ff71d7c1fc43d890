import { PHOTO_FILE_NAMES, type PhotoFileName } from '../../photos/photo-sizes.ts';

const PHOTO_ID = /^[0-9a-f]{32}$/;

/** Returns the path of a picture in the folder of an export; undefined for names that no photo has, so that it names no other file. */
export function photoPath(photoId: unknown, name: unknown): string | undefined {
  const isName = PHOTO_ID.test(String(photoId)) && PHOTO_FILE_NAMES.includes(name as PhotoFileName);
  return isName ? `photos/${photoId}/${name}` : undefined;
}
