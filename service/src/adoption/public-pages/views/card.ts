import type { Listing } from '../../../catalogue/listings/listing.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { animalPath } from '../addresses.ts';
import type { Visit } from '../public-page.ts';
import type { Kind } from '../texts/texts.ts';
import { nameOf } from './animal-name.ts';
import { ageOf, looksOf, sentenceAbout } from './facts.ts';
import { cover, type Loading } from './picture.ts';
import { type CompanionsOf, togetherInCard } from './together.ts';

/** On wide screens a photo of 320 pixels fills up to 368: what Chromium loads before scrolling has 90 kB instead of 320. */
const SIZES = '(min-width: 56rem) 20rem, (min-width: 37rem) 46vw, 92vw';
/** The cards that every screen shows at first: one row of a wide screen. */
const FIRST_ROW = 3;

/** Returns the kind of an animal. */
export type KindOf = (listing: Listing) => Kind;

interface CardOptions {
  /** True for cards that no screen shows at first. */
  readonly isBelow?: boolean;
  /** Of the address of each animal. */
  readonly fragment?: string;
  readonly companionsOf?: CompanionsOf;
}

const ALONE: CompanionsOf = () => [];

export function cards(
  listings: readonly Listing[],
  visit: Visit,
  kindOf: KindOf,
  { isBelow = false, fragment = '', companionsOf = ALONE }: CardOptions = {},
): Html {
  return html`<ul class="cards">
${listings.map((listing, index) => {
  const together = togetherInCard(visit, companionsOf(listing), kindOf);
  return card(listing, visit, kindOf(listing), {
    fragment,
    together,
    loading: isBelow ? 'lazy' : loadingOf(index),
  });
})}</ul>`;
}

function loadingOf(index: number): Loading {
  if (index === 0) return 'first';
  return index < FIRST_ROW ? 'eager' : 'lazy';
}

interface ShownCard {
  readonly fragment: string;
  readonly loading: Loading;
  readonly together: Html | false;
}

function card(listing: Listing, visit: Visit, kind: Kind, { fragment, loading, together }: ShownCard): Html {
  const { pet, profile } = listing;
  const sentence = sentenceAbout(profile, visit) || ageOf(profile, visit);
  const looks = looksOf(profile, visit.language);
  return html`<li class="card">
<div class="frame">${cover(listing, kind, visit.texts, { sizes: SIZES, widths: [320, 800], loading })}</div>
<div class="words">
<h2 dir="auto"><a href="${visit.link(animalPath(pet))}${fragment}">${nameOf(pet, kind, visit.texts).title}</a></h2>
${sentence !== '' && html`<p>${sentence}</p>`}
${looks !== '' && html`<p class="looks" dir="auto">${looks}</p>`}
${together}
</div>
</li>
`;
}
