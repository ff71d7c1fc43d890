import type { Listing } from '../../../catalogue/listings/listing.ts';
import { hasPhotoFile } from '../../../catalogue/photos/photo-queries.ts';
import { PREVIEW_NAME } from '../../../catalogue/photos/photo-sizes.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';

/** The cover of an animal, for the preview of a link to a page. */
export interface PreviewImage {
  readonly listing: Listing;
  /** Whether it has a frame of the size that previews have. */
  readonly isFramed: boolean;
}

/** Returns the first cover of these animals; undefined if they have no photos. */
export function previewImage(
  db: Queries,
  listings: readonly Listing[],
): MaybePromise<PreviewImage | undefined> {
  const listing = listings.find(({ photos }) => photos.length > 0);
  const [photo] = listing?.photos ?? [];
  if (listing === undefined || photo === undefined) return undefined;
  return andThen(hasPhotoFile(db, photo.id, PREVIEW_NAME), (isFramed) => ({ listing, isFramed }));
}
