import { givenName } from '../../service/src/adoption/public-pages/names.ts';
import { factsOf } from './facts.ts';
import { type Language, TEXTS } from './language.ts';
import type { Listing, Photo } from './listing.ts';
import { atService } from './service.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** The paw of the console's icon as one path. */
const PAW =
  'M9.5 21a6.5 5.2 0 1 0 13 0a6.5 5.2 0 1 0-13 0M5.4 15.2a2.4 3.1 0 1 0 4.8 0a2.4 3.1 0 1 0-4.8 0' +
  'M10.5 10.4a2.5 3.3 0 1 0 5 0a2.5 3.3 0 1 0-5 0M16.5 10.4a2.5 3.3 0 1 0 5 0a2.5 3.3 0 1 0-5 0' +
  'M21.8 15.2a2.4 3.1 0 1 0 4.8 0a2.4 3.1 0 1 0-4.8 0';

/** Creates an element with these properties and children. Text never becomes markup. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Creates the card of an animal: one link with the photo, the name and the facts. */
export function card(service: string, listing: Listing, language: Language): HTMLLIElement {
  const href = `${atService(service, listing.url)}?lang=${language}`;
  const [cover] = listing.photos;
  const facts = [...factsOf(listing.profile, language, new Date()), ...together(listing, language)];
  const text = create(
    'span',
    { className: 'text' },
    create('span', {
      className: 'name',
      dir: 'auto',
      textContent: givenName(listing.pet.name) ?? TEXTS[language].unnamed,
    }),
    ...facts.map((line) => create('span', { className: 'fact', dir: 'auto', textContent: line })),
  );
  const picture = cover === undefined ? placeholder() : photograph(service, cover);
  return create('li', {}, create('a', { href }, picture, text));
}

/** Returns the line about the animals that it goes together with; none for one that goes alone. */
function together({ companions = [] }: Listing, language: Language): string[] {
  if (companions.length === 0) return [];
  const names = companions.map(({ name }) => givenName(name) ?? TEXTS[language].unnamed);
  return [TEXTS[language].together(new Intl.ListFormat(language).format(names))];
}

/** Creates an empty card, which has the size of a card with three facts. */
export function emptyCard(): HTMLLIElement {
  const text = create('span', { className: 'text' });
  const item = create('li', {}, create('span', {}, create('span', { className: 'picture' }), text));
  item.ariaHidden = 'true';
  return item;
}

function photograph(
  service: string,
  { alt, width, height, color, focalPoint, urls }: Photo,
): HTMLImageElement {
  const small = atService(service, urls[320]);
  const image = create('img', {
    className: 'picture',
    // Before `src`, which starts the request.
    loading: 'lazy',
    decoding: 'async',
    alt,
    width,
    height,
    sizes: 'auto, (max-width: 40em) 50vw, 17em',
    srcset: `${small} 320w, ${atService(service, urls[800])} 800w`,
    src: small,
  });
  // Properties, which no content policy restricts. An invalid colour has no effect.
  image.style.backgroundColor = color;
  if (focalPoint) image.style.objectPosition = `${focalPoint.x}% ${focalPoint.y}%`;
  return image;
}

function placeholder(): HTMLSpanElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 32 32');
  drawing.setAttribute('aria-hidden', 'true');
  const paw = document.createElementNS(SVG, 'path');
  paw.setAttribute('d', PAW);
  drawing.append(paw);
  return create('span', { className: 'picture' }, drawing);
}
