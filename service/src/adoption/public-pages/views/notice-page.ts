import type { Listing } from '../../../catalogue/listings/listing.ts';
import type { ApiError } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/http/html.ts';
import { flatHeaders } from '../../../platform/http/responses/answer.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import type { Answer } from '../../../platform/http/route.ts';
import { animalPath, LIST_PATH } from '../addresses.ts';
import { HTML_HEADERS, HTML_TYPE, PAGE_HEADERS } from '../headers.ts';
import type { Site, Visit } from '../public-page.ts';
import { nameOf } from './animal-name.ts';
import { cards, type KindOf } from './card.ts';
import { layout } from './layout.ts';

const NO_STORE = ['cache-control', 'no-store'];

/** The answer for an animal that was adopted. */
export function adoptedPage(
  visit: Visit,
  site: Site,
  listing: Listing,
  others: readonly Listing[],
  kindOf: KindOf,
): Answer {
  const { adopted } = visit.texts.notices;
  const { pet } = listing;
  const title = adopted.title(nameOf(pet, kindOf(listing), visit.texts).start);
  const notice = { title, text: adopted.text(), path: animalPath(pet) };
  return answer(410, HTML_HEADERS, noticePage(visit, site, { ...notice, others, kindOf }));
}

/** The answer for an unknown animal, a deleted one, and one that is not offered. */
export function notFoundPage(visit: Visit, site: Site): Answer {
  return answer(404, HTML_HEADERS, noticePage(visit, site, textsOf(visit.texts.notices.notFound)));
}

export function invalidPage(visit: Visit, site: Site): Answer {
  return answer(
    400,
    [...PAGE_HEADERS, ...NO_STORE],
    noticePage(visit, site, textsOf(visit.texts.notices.invalid)),
  );
}

export function tooManyPage(visit: Visit, site: Site, seconds: number): Answer {
  const { tooMany } = visit.texts.notices;
  const headers = [...PAGE_HEADERS, ...NO_STORE, 'retry-after', String(seconds)];
  return answer(
    429,
    headers,
    noticePage(visit, site, { title: tooMany.title(seconds), text: tooMany.text(seconds) }),
  );
}

export function unavailablePage(visit: Visit, site: Site, error: ApiError): Answer {
  const headers = [...PAGE_HEADERS, ...NO_STORE, ...flatHeaders(error.headers)];
  return answer(503, headers, noticePage(visit, site, textsOf(visit.texts.notices.unavailable)));
}

interface NoticeContent {
  readonly title: string;
  readonly text: string;
  readonly path?: string;
  readonly others?: readonly Listing[];
  readonly kindOf?: KindOf;
}

function textsOf(notice: { title: () => string; text: () => string }): NoticeContent {
  return { title: notice.title(), text: notice.text() };
}

/** Returns a page with one sentence and the way to all animals. */
export function noticePage(visit: Visit, site: Site, notice: NoticeContent): string {
  const { title, text, path = LIST_PATH, others = [], kindOf = () => 'other' } = notice;
  const { texts } = visit;
  return layout(visit, site, {
    title: `${title} – ${site.shelterName}`,
    path,
    body: html`<div class="intro">
<h1 dir="auto">${title}</h1>
<p>${text}</p>
${
  site.showsAnimals &&
  html`<p><a class="button" href="${visit.link(LIST_PATH)}">${texts.filters.reset}</a></p>
`
}</div>
${others.length > 0 && html`<section class="others" aria-label="${texts.notices.others}">${cards(others, visit, kindOf)}</section>`}`,
  });
}

function answer(status: number, headers: readonly string[], text: string): Answer {
  return { status, headers, body: Representation.transient(text), type: HTML_TYPE };
}
