import { timeText } from '../../core/clock.ts';
import { isContactUrl } from '../../core/contact-url.ts';
import type { Listing } from '../../listings/listing.ts';
import type { Photo } from '../../photos/photo.ts';
import { animalPath, LIST_PATH } from '../addresses.ts';
import { type Html, html } from '../html/html.ts';
import type { Site, Visit } from '../public-page.ts';
import type { Texts } from '../texts/texts.ts';
import type { DrawingKind } from './drawings.ts';
import { factsOf, looksOf, sentenceAbout } from './facts.ts';
import { layout } from './layout.ts';
import { cover, photoPath, photoPicture } from './picture.ts';
import { shortened, shortName } from './shortened.ts';

const HERO_SIZES = '(min-width: 78rem) 43rem, (min-width: 56rem) 57vw, 100vw';
const MORE_SIZES = '(min-width: 78rem) 21rem, (min-width: 56rem) 28vw, 46vw';
const MAX_DESCRIPTION = 200;

/** Returns the page of one animal that is available or reserved. Printed, it is a card for its kennel. */
export function animalPage(visit: Visit, site: Site, listing: Listing, kind: DrawingKind): string {
  const { texts } = visit;
  const { pet, profile, photos } = listing;
  const [photo, ...others] = photos;
  const path = animalPath(pet);
  const name = shortName(pet);
  const title = texts.animal.title(name, site.shelterName);
  const sentence = sentenceAbout(profile, visit);
  const description = shortened(
    `${sentence && `${sentence}. `}${profile.description ?? title}`,
    MAX_DESCRIPTION,
  );
  const image = photo && site.publicUrl + photoPath(photo, '800.jpg');
  return layout(visit, site, {
    title,
    path,
    metadata: {
      path,
      query: '',
      title,
      description,
      image: image === undefined ? undefined : { url: image, alt: photo?.alt || name },
      data: itemPage(listing, description, site.publicUrl + path, image),
    },
    body: html`<article class="animal">
<div class="frame hero ${photo && shapeOf(photo)}">${cover(listing, kind, texts, { sizes: HERO_SIZES, widths: [320, 800, 1600], loading: 'first' })}</div>
<div class="facts">
${pet.status === 'pending' && html`<p class="badge">${texts.animal.reserved}</p>`}
<h1 dir="auto">${pet.name}</h1>
${sentence !== '' && html`<p class="lead">${sentence}.</p>`}
${looksOf(profile) !== '' && html`<p class="looks" dir="auto">${looksOf(profile)}</p>`}
${factList(visit, listing)}
${nextStep(visit, site, listing)}
</div>
${story(visit, listing)}
${others.length > 0 && gallery(visit, name, others)}
<p class="address">${site.shelterName} · ${site.publicUrl}${path}</p>
</article>
<p class="back"><a href="${visit.link(LIST_PATH)}">${texts.animal.back}</a></p>`,
  });
}

/** Returns the class of the frame whose shape is the most similar to that of the photo. */
function shapeOf({ width, height }: Photo): string {
  if (width > height * 1.15) return 'landscape';
  return height > width * 1.15 ? 'portrait' : 'square';
}

function factList(visit: Visit, listing: Listing): Html | false {
  const facts = factsOf(listing.profile, visit);
  if (facts.length === 0) return false;
  return html`<h2 class="quiet">${visit.texts.animal.facts(shortName(listing.pet))}</h2>
<ul class="fact-list">${facts.map((fact) => html`<li dir="auto">${fact}</li>`)}</ul>`;
}

/** Returns the one thing that a visitor can do next. */
function nextStep(visit: Visit, site: Site, { pet, profile }: Listing): Html {
  const { animal } = visit.texts;
  const name = shortName(pet);
  if (pet.status === 'pending') {
    return html`<div class="next-step"><p>${animal.reservedText(name)}</p>
<p><a class="button" href="${visit.link(LIST_PATH)}">${animal.seeOthers}</a></p></div>`;
  }
  const contact = [profile.contactUrl, site.contactUrl].find(
    (address) => address !== undefined && isContactUrl(address),
  );
  return html`<div class="next-step"><h2>${animal.nextStep}</h2>
<p>${animal.nextStepText(name, site.shelterName)}</p>
${contact === undefined ? html`<p>${animal.visit(name, site.shelterName)}</p>` : html`<p><a class="button" href="${contact}">${invitation(animal, name, contact)}</a></p>`}</div>`;
}

function invitation(texts: Texts['animal'], name: string, contact: string): string {
  const { protocol, pathname } = new URL(contact);
  if (protocol === 'tel:') return texts.call(name, pathname.replace(/;.*/, ''));
  return protocol === 'mailto:' ? texts.write(name) : texts.ask(name);
}

function story({ texts }: Visit, { pet, profile: { description, specialNeeds } }: Listing): Html | false {
  if (description === undefined && specialNeeds === undefined) return false;
  return html`<div class="story">
${description !== undefined && html`<h2>${texts.animal.about(shortName(pet))}</h2>\n${paragraphs(description)}`}
${specialNeeds !== undefined && html`<h2>${texts.animal.specialNeeds}</h2>\n${paragraphs(specialNeeds)}`}
</div>`;
}

/** An empty line ends a paragraph; the style sheet keeps single line breaks. */
function paragraphs(text: string): Html[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => html`<p dir="auto">${part}</p>\n`);
}

function gallery({ texts }: Visit, name: string, photos: readonly Photo[]): Html {
  return html`<section class="gallery" aria-label="${texts.animal.photos(name)}"><ul>
${photos.map((photo) => html`<li class="frame">${photoPicture(photo, { sizes: MORE_SIZES, widths: [320, 800], loading: 'lazy', name })}</li>\n`)}</ul></section>`;
}

/** Schema.org has no type for an animal, so the page is about a thing. */
function itemPage({ pet, updatedAt }: Listing, description: string, url: string, image: string | undefined) {
  const name = shortName(pet);
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemPage',
    url,
    name,
    description,
    ...(image && { primaryImageOfPage: { '@type': 'ImageObject', url: image } }),
    ...(updatedAt !== null && { dateModified: timeText(updatedAt) }),
    mainEntity: { '@type': 'Thing', '@id': url, name, description, url, ...(image && { image }) },
  };
}
