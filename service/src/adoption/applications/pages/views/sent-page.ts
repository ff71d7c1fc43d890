import { html } from '../../../../platform/http/html.ts';
import { LIST_PATH } from '../../../public-pages/addresses.ts';
import type { Site, Visit } from '../../../public-pages/public-page.ts';
import { layout } from '../../../public-pages/views/layout.ts';
import type { Application } from '../../application.ts';
import { privatePath } from '../../private-path.ts';
import { PAGE_TEXTS } from '../texts/languages.ts';
import { dateText } from './dates.ts';

/** Returns the page after an application was sent: what happens next, and the private link. */
export function sentPage(
  visit: Visit,
  site: Site,
  application: Application,
  { hasMail }: { hasMail: boolean },
): string {
  const { sent } = PAGE_TEXTS[visit.language];
  const path = privatePath(application.secret);
  const answersByMail = hasMail && application.applicant.email !== undefined;
  return layout(visit, site, {
    title: `${sent.title} – ${site.shelterName}`,
    path,
    query: 'sent=1',
    body: html`<div class="intro" id="sent" tabindex="-1">
<h1>${sent.title}</h1>
</div>
<div class="private">
<section>
<h2>${sent.next}</h2>
<ol class="steps">
<li>${sent.reads(site.shelterName)}</li>
<li>${sent.answers(dateText(application.dueAt, visit, site))}</li>
<li>${answersByMail ? sent.byEmail : sent.byLink}</li>
</ol>
</section>
<section class="state">
<h2>${sent.link}</h2>
<p class="link"><a href="${visit.link(path)}">${site.publicUrl}${path}</a></p>
<p>${sent.keep}</p>
</section>
<p class="actions"><a class="button" href="${visit.link(path)}">${sent.open}</a>${site.showsAnimals && html` <a href="${visit.link(LIST_PATH)}">${visit.texts.filters.reset}</a>`}</p>
</div>`,
  });
}
