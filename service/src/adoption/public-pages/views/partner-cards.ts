import { type Html, html } from '../../../platform/http/html.ts';
import type { NearPartner } from '../partners.ts';
import type { Visit } from '../public-page.ts';
import { NAMED_KINDS } from '../texts/texts.ts';
import { nameOf } from './animal-name.ts';
import { kilometres } from './distance.ts';
import { drawing } from './drawings.ts';
import { looksOf, sentenceAbout } from './facts.ts';
import { photoPicture } from './picture.ts';

const SIZES = '(min-width: 56rem) 20rem, (min-width: 37rem) 46vw, 92vw';

/** Returns the animals of partners, each one marked with the name of its shelter, and leading to that one's page. */
export function partnerCards(visit: Visit, animals: readonly NearPartner[]): Html | false {
  if (animals.length === 0) return false;
  const { texts } = visit;
  return html`<section class="partners">
<h2 class="count">${texts.partners.title}</h2>
<p>${texts.partners.intro}</p>
<ul class="cards">
${animals.map((animal) => card(visit, animal))}</ul>
</section>`;
}

function card(visit: Visit, { animal, photo, partner, km }: NearPartner): Html {
  const { texts, language } = visit;
  const kind = NAMED_KINDS.find((known) => known === animal.kind) ?? 'other';
  const name = nameOf(animal, kind, texts).title;
  const sentence = sentenceAbout(animal, visit);
  const looks = looksOf(animal, language);
  const distance = km === undefined ? undefined : texts.partners.away(kilometres(Math.max(1, km), language));
  return html`<li class="card partner">
<div class="frame">${photo === undefined ? drawing(kind) : photoPicture(photo, { sizes: SIZES, widths: [320, 800], loading: 'lazy', name })}</div>
<div class="words">
<h2 dir="auto"><a href="${animal.url}" rel="noopener nofollow external">${name}</a></h2>
${sentence !== '' && html`<p>${sentence}</p>`}
${looks !== '' && html`<p class="looks" dir="auto">${looks}</p>`}
<p class="from">${texts.partners.at} <strong dir="auto">${partner.name}</strong>${distance !== undefined && html`, ${distance}`}</p>
</div>
</li>
`;
}
