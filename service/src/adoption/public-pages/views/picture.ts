import type { Listing } from '../../../catalogue/listings/listing.ts';
import { type FocalPoint, isDefaultFocalPoint } from '../../../catalogue/photos/focal-point.ts';
import type { Photo } from '../../../catalogue/photos/photo.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { focalClasses } from '../style/focal-rules.ts';
import type { Kind, Texts } from '../texts/texts.ts';
import { nameOf } from './animal-name.ts';
import { drawing } from './drawings.ts';

export type Loading = 'first' | 'eager' | 'lazy';

interface PictureOptions {
  /** What the picture fills, as the attribute `sizes`. */
  readonly sizes: string;
  /** The widths of the files to choose from. */
  readonly widths: ReadonlyArray<320 | 800 | 1600>;
  readonly loading: Loading;
  /** The text of a photo that has none. */
  readonly name: string;
}

/** Returns the relative address of a file of a photo. */
export function photoPath({ id }: Photo, file: string): string {
  return `/photos/${id}/${file}`;
}

/** Returns the attribute for a focal point: the policy of the page allows no style attribute, so that rules have it in steps. */
function framedBy(point: FocalPoint): Html | false {
  return !isDefaultFocalPoint(point) && html` class="${focalClasses(point)}"`;
}

/**
 * Returns a photo, in front of its average colour until it has loaded. `width` and `height` reserve its place. The colour is
 * an attribute of a drawing, because the policy of the page allows no style attribute. Browsers without WebP show the JPEG.
 */
export function photoPicture(photo: Photo, { sizes, widths, loading, name }: PictureOptions): Html {
  const { width, height, color, alt } = photo;
  const files = widths.map((pixels) => `${photoPath(photo, `${pixels}.webp`)} ${Math.min(pixels, width)}w`);
  const priority = loading === 'first' && html` fetchpriority="high"`;
  const lazy = loading === 'lazy' && html` loading="lazy"`;
  return html`<svg class="tint" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect width="1" height="1" fill="${color}"/></svg><picture><source type="image/webp" srcset="${files.join(', ')}" sizes="${sizes}"><img src="${photoPath(photo, '800.jpg')}" width="${width}" height="${height}"${framedBy(photo.focalPoint)} alt="${alt || name}" decoding="async"${priority}${lazy}></picture>`;
}

/** Returns the cover of an animal, or a drawing of its kind. */
export function cover(
  { pet, photos: [photo] }: Listing,
  kind: Kind,
  texts: Texts,
  options: Omit<PictureOptions, 'name'>,
): Html {
  if (photo === undefined) return drawing(kind);
  return photoPicture(photo, { ...options, name: nameOf(pet, kind, texts).title });
}
