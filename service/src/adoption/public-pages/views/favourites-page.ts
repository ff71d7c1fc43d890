import { html } from '../../../platform/http/html.ts';
import { FAVOURITES_PATH, LIST_PATH } from '../addresses.ts';
import type { Site, Visit } from '../public-page.ts';
import { FAVOURITES_SCRIPT } from '../script/script.ts';
import { layout } from './layout.ts';

/**
 * Returns the page whose script keeps the favourites, and leads to the list of them. It alone has the origin of the service,
 * which storage needs; so it has no text of a member or a visitor.
 */
export function favouritesPage(visit: Visit, site: Site): string {
  const { favourites, filters } = visit.texts;
  return layout(visit, site, {
    title: `${favourites.title} – ${site.shelterName}`,
    path: FAVOURITES_PATH,
    script: FAVOURITES_SCRIPT,
    body: html`<div class="intro">
<h1>${favourites.title}</h1>
<p class="none" hidden>${favourites.none}</p>
<noscript><p>${favourites.noScript}</p></noscript>
<p><a class="button" href="${visit.link(LIST_PATH)}">${filters.reset}</a></p>
</div>`,
  });
}
