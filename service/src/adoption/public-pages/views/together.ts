import type { Listing } from '../../../catalogue/listings/listing.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { animalPath } from '../addresses.ts';
import type { Visit } from '../public-page.ts';
import type { Kind } from '../texts/texts.ts';
import { nameOf } from './animal-name.ts';
import { cover } from './picture.ts';

/** Returns the kind of an animal. */
type KindOf = (listing: Listing) => Kind;

/** Returns the animals that an animal goes together with. */
export type CompanionsOf = (listing: Listing) => readonly Listing[];

/** Of the small pictures beside the names. */
const SIZES = '6rem';

/** Returns that an animal goes together with others, with their names and photos; false if it goes alone. */
export function togetherWith(visit: Visit, companions: readonly Listing[], kindOf: KindOf): Html | false {
  if (companions.length === 0) return false;
  const { texts } = visit;
  return html`<div class="together"><p><strong dir="auto">${texts.animal.together(namesOf(visit, companions, kindOf))}</strong> ${texts.animal.adoptedTogether}</p>
<ul>${companions.map((listing) => {
    const kind = kindOf(listing);
    const { title } = nameOf(listing.pet, kind, texts);
    return html`<li><a href="${visit.link(animalPath(listing.pet))}"><span class="frame">${cover(listing, kind, texts, { sizes: SIZES, widths: [320], loading: 'lazy' })}</span><span dir="auto">${title}</span></a></li>`;
  })}</ul></div>`;
}

/** Returns the same for a card, whose only link is that of its own animal. */
export function togetherInCard(visit: Visit, companions: readonly Listing[], kindOf: KindOf): Html | false {
  if (companions.length === 0) return false;
  const { texts } = visit;
  return html`<div class="pair">${companions.map((listing) => html`<span class="frame" aria-hidden="true">${cover(listing, kindOf(listing), texts, { sizes: SIZES, widths: [320], loading: 'lazy' })}</span>`)}<p dir="auto">${texts.animal.together(namesOf(visit, companions, kindOf))}</p></div>`;
}

function namesOf({ texts, language }: Visit, companions: readonly Listing[], kindOf: KindOf): string {
  const names = companions.map((listing) => nameOf(listing.pet, kindOf(listing), texts).inside);
  return new Intl.ListFormat(language).format(names);
}
