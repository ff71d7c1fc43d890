import { type FocalPoint, isDefaultFocalPoint } from '../../../catalogue/photos/focal-point.ts';
import { PREVIEW_NAME, PREVIEW_SIZE } from '../../../catalogue/photos/photo-sizes.ts';
import type { PreviewImage } from '../feeds/preview-image.ts';
import type { Site } from '../public-page.ts';
import type { Kind, Texts } from '../texts/texts.ts';
import { nameOf } from './animal-name.ts';
import { photoPath } from './picture.ts';

/** The picture of a page in the preview of a link to it. */
export interface ShareImage {
  /** The absolute address of a JPEG. */
  readonly url: string;
  readonly alt: string;
  /** In pixels; undefined if it is not known. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** Programs that show previews keep a picture by its address, so that each focal point has its own one. */
function previewName(point: FocalPoint): string {
  return isDefaultFocalPoint(point) ? PREVIEW_NAME : `${PREVIEW_NAME}?focus=${point.x}-${point.y}`;
}

/** Returns the framed photo; of an older upload, the photo itself. */
export function shareImage(
  preview: PreviewImage | undefined,
  { publicUrl }: Site,
  kindOf: (listing: PreviewImage['listing']) => Kind,
  texts: Texts,
): ShareImage | undefined {
  if (preview === undefined) return undefined;
  const { listing, isFramed } = preview;
  const [photo] = listing.photos;
  if (photo === undefined) return undefined;
  return {
    url: publicUrl + photoPath(photo, isFramed ? previewName(photo.focalPoint) : '800.jpg'),
    alt: photo.alt || nameOf(listing.pet, kindOf(listing), texts).title,
    size: isFramed ? PREVIEW_SIZE : undefined,
  };
}
