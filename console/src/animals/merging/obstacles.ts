import type { Listing } from '@petstore/client';
import { TEXTS } from './merging-texts.ts';

const MAX_PHOTOS = 12;

/** Returns why the service would refuse a merge; undefined if nothing is known against it. */
export function obstacleOf(
  remaining: Listing,
  gone: Listing,
  held: { readonly remaining: boolean; readonly gone: boolean },
): string | undefined {
  const photos = remaining.photos.length + gone.photos.length;
  if (held.gone && held.remaining) return TEXTS.twoHolds;
  if (held.gone && remaining.pet.status === 'sold') return TEXTS.heldAndAdopted;
  if (gone.photos.length > 0 && photos > MAX_PHOTOS) return TEXTS.tooManyPhotos(photos, photos - MAX_PHOTOS);
  return undefined;
}
