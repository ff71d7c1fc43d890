import type { Listing } from '../../../catalogue/listings/listing.ts';
import { timeText } from '../../../platform/core/clock.ts';
import { isContactUrl } from '../../../platform/core/urls/contact-url.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { animalPath, FAVOURITES_PATH, LIST_PATH } from '../addresses.ts';
import type { PreviewImage } from '../feeds/preview-image.ts';
import type { ApplicationOffer, Site, Visit } from '../public-page.ts';
import { SCRIPT } from '../script/script.ts';
import type { KindTexts, Texts } from '../texts/texts.ts';
import { type AnimalName, nameOf } from './animal-name.ts';
import { applyLink, promiseOf } from './apply-link.ts';
import { cards, type KindOf } from './card.ts';
import { factsOf, looksOf, sentenceAbout } from './facts.ts';
import { layout } from './layout.ts';
import { gallery, hero, viewer } from './photos.ts';
import { photoPath } from './picture.ts';
import { shareImage } from './share-image.ts';
import { shelterData } from './shelter.ts';
import { shortened } from './shortened.ts';
import { togetherWith } from './together.ts';

const MAX_DESCRIPTION = 200;
/** Of a message, in characters: the address of the page fits beside a long name. */
const MAX_SUBJECT = 1_500;

export interface AnimalContent {
  readonly listing: Listing;
  /** Those that it goes together with. */
  readonly companions: readonly Listing[];
  /** Other animals of its kind. */
  readonly similar: readonly Listing[];
  readonly kindOf: KindOf;
  readonly preview: PreviewImage | undefined;
  /** What a visitor is promised who applies; undefined if no one can. */
  readonly offer: ApplicationOffer | undefined;
}

/** Returns the page of one animal that is available or reserved. Printed, it is a card for its kennel. */
export function animalPage(visit: Visit, site: Site, content: AnimalContent): string {
  const { texts } = visit;
  const { listing, companions, similar, kindOf } = content;
  const kind = kindOf(listing);
  const { pet, profile, photos } = listing;
  const [photo] = photos;
  const path = animalPath(pet);
  const name = nameOf(pet, kind, texts);
  const title = texts.animal.title(name.title, site.shelterName);
  const sentence = sentenceAbout(profile, visit);
  const looks = looksOf(profile, visit.language);
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
      image: shareImage(content.preview, site, kindOf, texts),
      data: itemPage(listing, name.title, {
        description,
        url: site.publicUrl + path,
        image,
        publisher: shelterData(site),
      }),
    },
    script: SCRIPT,
    body: html`${back(visit, listing, texts.kinds[kind])}
<article class="animal">
${hero(listing, kind, name, texts)}
<div class="facts">
${pet.status === 'pending' && html`<p class="badge">${texts.animal.reserved}</p>`}
<h1 dir="auto">${name.full}</h1>
${sentence !== '' && html`<p class="lead">${sentence}.</p>`}
${looks !== '' && html`<p class="looks" dir="auto">${looks}</p>`}
${togetherWith(visit, companions, kindOf)}
${factList(visit, listing, name)}
${tagList(visit, listing)}
${nextStep(visit, site, content, name)}
${share(visit, title, site.publicUrl, pet)}
</div>
${story(visit, listing, name)}
${gallery(listing, name, texts)}
<p class="address">${site.shelterName} · ${site.publicUrl}${path}</p>
</article>
${viewer(listing, name, texts)}
${similar.length > 0 && html`<section class="others"><h2>${texts.animal.similar(texts.kinds[kind].many)}</h2>\n${cards(similar, visit, kindOf, { isBelow: true })}</section>`}`,
  });
}

function factList(visit: Visit, listing: Listing, name: AnimalName): Html | false {
  const facts = factsOf(listing.profile, visit);
  if (facts.length === 0) return false;
  return html`<h2 class="quiet">${visit.texts.animal.facts(name.start)}</h2>
<ul class="fact-list">${facts.map((fact) => html`<li dir="auto">${fact}</li>`)}</ul>`;
}

function tagList({ texts }: Visit, { profile: { tags = [] } }: Listing): Html | false {
  if (tags.length === 0) return false;
  return html`<h2 class="quiet">${texts.animal.tags}</h2>
<ul class="tags">${tags.map((tag) => html`<li dir="auto">${tag}</li>`)}</ul>`;
}

/** Returns what a visitor can do next: apply, if the shelter takes applications here, and ask. */
function nextStep(visit: Visit, site: Site, { listing, offer }: AnimalContent, name: AnimalName): Html {
  const { animal, apply } = visit.texts;
  const { pet, profile } = listing;
  const { title, inside } = name;
  const form = offer && applyLink(visit, pet.id, inside);
  if (pet.status === 'pending') {
    return html`<div class="next-step"><p>${animal.reservedText(inside)}</p>
<p><a class="button" href="${visit.link(LIST_PATH)}">${animal.seeOthers}</a></p>${form !== undefined && html`\n<p>${apply.ahead(inside)}</p>\n<p>${form}</p>`}</div>`;
  }
  const contact = [profile.contactUrl, site.contactUrl].find(
    (address) => address !== undefined && isContactUrl(address),
  );
  const ask = contact !== undefined && {
    href: withSubject(contact, `${title} – ${site.publicUrl}${animalPath(pet)}`),
    text: invitation(animal, inside, contact),
  };
  return html`<div class="next-step"><h2>${animal.nextStep}</h2>
<p>${animal.nextStepText(inside, site.shelterName)}</p>
${
  offer === undefined
    ? html`<p>${ask ? html`<a class="button" href="${ask.href}">${ask.text}</a>` : animal.visit(inside, site.shelterName)}</p>`
    : html`<p>${form}</p>\n<p>${promiseOf(visit, offer)}</p>${ask && html`\n<p><a href="${ask.href}">${ask.text}</a></p>`}`
}</div>`;
}

/** Returns a link to more animals of the kind. The script changes it into the way back to the search. */
function back(visit: Visit, { pet: { categoryId } }: Listing, { many }: KindTexts): Html {
  const { animal, kinds } = visit.texts;
  const query = categoryId === undefined ? '' : `categoryId=${categoryId}`;
  return html`<p class="back"><span aria-hidden="true">←</span> <a href="${visit.link(LIST_PATH, query)}" data-all="${animal.backTo(kinds.other.many)}" data-kind="${animal.backTo(many)}" data-search="${animal.backToSearch}">${animal.more(categoryId === undefined ? kinds.other.many : many)}</a></p>`;
}

/** Returns what the script shows, because it needs a script. */
function share(visit: Visit, title: string, publicUrl: string, pet: Listing['pet']): Html {
  const { animal, favourites } = visit.texts;
  return html`<p class="share" hidden><a class="button" href="${visit.link(FAVOURITES_PATH)}#+${pet.id}"><span aria-hidden="true">♡</span>${favourites.add}</a> <button type="button" data-url="${publicUrl}${animalPath(pet)}" data-title="${title}" data-copied="${animal.copied}">${animal.share}</button> <span role="status"></span></p>`;
}

/** Names the animal in a message, so that the shelter knows which one it is about. A subject that the address has stays. */
function withSubject(contact: string, subject: string): string {
  if (!contact.startsWith('mailto:') || /[?&]subject=|#/i.test(contact)) return contact;
  return `${contact}${contact.includes('?') ? '&' : '?'}subject=${encodeURIComponent(shortened(subject, MAX_SUBJECT))}`;
}

function invitation(texts: Texts['animal'], name: string, contact: string): string {
  const { protocol, pathname } = new URL(contact);
  if (protocol === 'tel:') return texts.call(name, pathname.replace(/;.*/, ''));
  return protocol === 'mailto:' ? texts.write(name) : texts.ask(name);
}

function story(
  { texts }: Visit,
  { profile: { description, specialNeeds, videoUrl } }: Listing,
  { inside }: AnimalName,
): Html | false {
  if (description === undefined && specialNeeds === undefined && videoUrl === undefined) return false;
  return html`<div class="story">
${description !== undefined && html`<h2>${texts.animal.about(inside)}</h2>\n${paragraphs(description)}`}
${specialNeeds !== undefined && html`<h2>${texts.animal.specialNeeds}</h2>\n${paragraphs(specialNeeds)}`}
${videoUrl !== undefined && isContactUrl(videoUrl) && html`<p class="video"><a href="${videoUrl}">${texts.animal.video(inside)}</a></p>`}
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

interface About {
  readonly description: string;
  readonly url: string;
  readonly image: string | undefined;
  readonly publisher: Record<string, unknown>;
}

/** Schema.org has no type for an animal, so the page is about a thing. */
function itemPage(
  { updatedAt }: Listing,
  name: string,
  { description, url, image, publisher }: About,
): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemPage',
    url,
    name,
    description,
    ...(image && { primaryImageOfPage: { '@type': 'ImageObject', url: image } }),
    publisher,
    ...(updatedAt !== null && { dateModified: timeText(updatedAt) }),
    mainEntity: { '@type': 'Thing', '@id': url, name, description, url, ...(image && { image }) },
  };
}
