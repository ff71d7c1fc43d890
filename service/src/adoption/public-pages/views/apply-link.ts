import { type Html, html } from '../../../platform/http/html.ts';
import { applyPath } from '../addresses.ts';
import type { ApplicationOffer, Visit } from '../public-page.ts';

/** Returns the button to the form for an animal. No search engine follows it, because each visitor gets an own form. */
export function applyLink(visit: Visit, petId: bigint, name: string): Html {
  return html`<a class="button" rel="nofollow" href="${visit.link(applyPath(petId))}">${visit.texts.apply.title(name)}</a>`;
}

/** Returns when a visitor who applies gets an answer, in one or two sentences. */
export function promiseOf({ texts: { apply } }: Visit, { promiseDays, usualDays }: ApplicationOffer): string {
  const usual = usualDays === undefined ? '' : ` ${apply.usually(usualDays)}`;
  return apply.promise(promiseDays) + usual;
}
