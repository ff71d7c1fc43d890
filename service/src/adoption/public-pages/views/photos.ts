import type { Listing } from '../../../catalogue/listings/listing.ts';
import type { Photo } from '../../../catalogue/photos/photo.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import type { Kind, Texts } from '../texts/texts.ts';
import type { AnimalName } from './animal-name.ts';
import { drawing } from './drawings.ts';
import { photoPath, photoPicture } from './picture.ts';

const HERO_SIZES = '(min-width: 78rem) 43rem, (min-width: 56rem) 57vw, 100vw';
const MORE_SIZES = '(min-width: 78rem) 21rem, (min-width: 56rem) 28vw, 46vw';

/** Returns the first photo of an animal, or a drawing of its kind. */
export function hero({ photos: [photo] }: Listing, kind: Kind, name: AnimalName, texts: Texts): Html {
  if (photo === undefined) return html`<div class="frame hero">${drawing(kind)}</div>`;
  const options = { sizes: HERO_SIZES, widths: [320, 800, 1600], loading: 'first' } as const;
  const picture = photoPicture(photo, { ...options, name: name.title });
  return html`<div class="frame hero ${shapeOf(photo)}">${enlarge(photo, picture, name, texts)}</div>`;
}

/** Returns the class of the frame whose shape is the most similar to that of the photo. */
function shapeOf({ width, height }: Photo): string {
  if (width > height * 1.15) return 'landscape';
  return height > width * 1.15 ? 'portrait' : 'square';
}

/** Returns the other photos of an animal. */
export function gallery({ photos: [, ...others] }: Listing, name: AnimalName, texts: Texts): Html | false {
  if (others.length === 0) return false;
  const options = { sizes: MORE_SIZES, widths: [320, 800], loading: 'lazy', name: name.title } as const;
  return html`<section class="gallery" aria-label="${texts.animal.photos(name.inside)}"><ul>
${others.map((photo) => html`<li class="frame">${enlarge(photo, photoPicture(photo, options), name, texts)}</li>\n`)}</ul></section>`;
}

/** Returns a photo as a link to its large file, which the script of the page shows on the whole screen. */
function enlarge(photo: Photo, picture: Html, { title }: AnimalName, texts: Texts): Html {
  const label = texts.viewer.open(photo.alt || title);
  return html`<a class="enlarge" href="${photoPath(photo, '1600.webp')}" aria-label="${label}">${picture}</a>`;
}

/** Returns the frame of the photos on the whole screen, which the script fills. Browsers without dialogs keep it hidden. */
export function viewer({ photos }: Listing, { inside }: AnimalName, { viewer: texts }: Texts): Html | false {
  if (photos.length === 0) return false;
  const button = (name: string, sign: string, label: string, state: Html | false = false) =>
    html`<button type="button" class="${name}" aria-label="${label}"${state}><span aria-hidden="true">${sign}</span></button>\n`;
  return html`<dialog class="viewer" aria-label="${texts.title(inside)}" hidden>
<ul></ul>
<p class="place" aria-live="polite"></p>
${button('close', '×', texts.close)}${button('zoom', '+', texts.zoom, html` aria-pressed="false"`)}${photos.length > 1 && html`${button('previous', '‹', texts.previous)}${button('next', '›', texts.next)}`}</dialog>`;
}
