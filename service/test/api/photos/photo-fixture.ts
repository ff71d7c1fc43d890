import type { TestService } from '@petstore/testing/service.ts';
import sharp from 'sharp';
import { insertPhoto } from '../../../src/photos/photo-store.ts';

/** A picture to upload. */
export const PICTURE = await sharp({
  create: { width: 400, height: 200, channels: 3, background: '#336699' },
})
  .jpeg()
  .toBuffer();
export const PICTURE_HEADERS = { 'content-type': 'image/jpeg' };

/** The id of the photo that `storePhoto` adds. */
export const PHOTO_ID = '0123456789abcdef'.repeat(2);

/** Adds a photo to the store, without processing a picture. */
export function storePhoto(
  { database }: Pick<TestService, 'database'>,
  petId: number,
  id = PHOTO_ID,
): Promise<void> {
  const facts = { accountId: null, position: 0, alt: '', width: 1, height: 1, color: '#000000' };
  const files = [{ name: '800.jpg', content: new Uint8Array([1]) }] as const;
  return database.write((db) => insertPhoto(db, { id, petId: BigInt(petId), ...facts, files }));
}
