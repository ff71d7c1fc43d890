import { LIST_PATH } from '../../../public-pages/addresses.ts';
import { type Html, html } from '../../../public-pages/html/html.ts';
import type { Site, Visit } from '../../../public-pages/public-page.ts';
import { layout } from '../../../public-pages/views/layout.ts';

interface Notice {
  readonly title: string;
  readonly text: string;
  readonly path?: string;
  readonly more?: Html | false;
}

/** Returns a page with one sentence and the way to all animals. */
export function noticePage(
  visit: Visit,
  site: Site,
  { title, text, path = LIST_PATH, more = false }: Notice,
): string {
  return layout(visit, site, {
    title: `${title} – ${site.shelterName}`,
    path,
    body: html`<div class="intro">
<h1 dir="auto">${title}</h1>
<p>${text}</p>
<p><a class="button" href="${visit.link(LIST_PATH)}">${visit.texts.filters.reset}</a></p>
</div>
${more}`,
  });
}
