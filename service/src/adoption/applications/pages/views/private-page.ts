import type { Listing } from '../../../../catalogue/listings/listing.ts';
import { type Html, html } from '../../../../platform/http/html.ts';
import { animalPath } from '../../../public-pages/addresses.ts';
import type { Site, Visit } from '../../../public-pages/public-page.ts';
import type { Kind } from '../../../public-pages/texts/texts.ts';
import { nameOf } from '../../../public-pages/views/animal-name.ts';
import { cards, type KindOf } from '../../../public-pages/views/card.ts';
import { layout } from '../../../public-pages/views/layout.ts';
import { type ApplicationMessage, isOpen, WAITING_STATES } from '../../application.ts';
import type { PrivateView } from '../../private-link.ts';
import { privatePath } from '../../private-path.ts';
import { maxLengthOf, type SentForm } from '../form-values.ts';
import { PAGE_TEXTS } from '../texts/languages.ts';
import type { DoneAction, PageTexts, ShownState } from '../texts/page-texts.ts';
import { dateText } from './dates.ts';
import { FAULTS_ID, type Field, faultSummary, textField } from './fields.ts';
import { sentAnswers } from './sent-answers.ts';

export interface PrivateContent {
  readonly view: PrivateView;
  /** Undefined for an application without an animal, or if that has no page any more. */
  readonly listing: Listing | undefined;
  readonly kind: Kind;
  /** Animals to look at after an end. */
  readonly others: readonly Listing[];
  readonly kindOf: KindOf;
  readonly keptDays: number;
}

/** What the applicant has just done, or what is wrong with what was sent. */
export interface PrivateState {
  readonly done?: DoneAction | undefined;
  readonly failed?: FailedAction | undefined;
}

export interface FailedAction {
  readonly action: 'message' | 'contact';
  readonly sent: SentForm;
  readonly faults: ReadonlyMap<string, string>;
  /** What is no fault of a field. */
  readonly general?: string;
}

/** What a form of the page does, in the field `action`. */
export const ACTIONS = ['message', 'contact', 'withdraw', 'erase'] as const;
export type PrivateAction = (typeof ACTIONS)[number];

/** Returns the page of one application, for who has its link. */
export function privatePage(
  visit: Visit,
  site: Site,
  content: PrivateContent,
  { done, failed }: PrivateState,
): string {
  const { application, messages, isSomeoneAhead } = content.view;
  const texts = PAGE_TEXTS[visit.language];
  const name = nameIn(visit, content);
  const heading = application.petId === undefined ? texts.page.wanted : texts.page.title(name);
  const sentOn = texts.page.sentOn(dateText(application.createdAt, visit, site));
  const title = `${heading} – ${site.shelterName}`;
  return layout(visit, site, {
    title: failed === undefined ? title : texts.faults.inTitle(title),
    path: privatePath(application.secret),
    body: html`${failed !== undefined && summary(failed, texts)}${done !== undefined && html`<p class="done" id="done" role="status" tabindex="-1">${texts.page.done[done]}</p>\n`}<div class="intro">
<h1 dir="auto">${heading}</h1>
<p>${site.showsAnimals && content.listing !== undefined && html`<a href="${visit.link(animalPath(content.listing.pet))}" dir="auto">${name}</a> · `}${sentOn}</p>
</div>
<div class="private">
${stateBox(visit, site, content, name)}
${isSomeoneAhead && html`<p class="ahead">${texts.page.ahead(name)}</p>\n`}<section>
<h2>${texts.page.messages}</h2>
${messages.length === 0 ? html`<p>${texts.page.noMessages}</p>\n` : messageList(messages, visit, site, texts)}${form('message', visit, application.secret, html`${messageField(texts, failed)}<p class="actions"><button type="submit">${texts.page.sendMessage}</button></p>`)}</section>
<section>
<details><summary>${texts.page.content}</summary>
${sentAnswers(application, visit, texts)}</details>
<details${failed?.action === 'contact' && html` open`}><summary>${texts.page.contact}</summary>
${form('contact', visit, application.secret, html`${contactFields(content, texts, failed)}<p class="actions"><button type="submit">${texts.page.save}</button></p>`)}</details>
${
  isOpen(application.state) &&
  html`<details><summary>${texts.page.withdraw}</summary>
<p>${texts.page.withdrawText(site.shelterName)}</p>
${form('withdraw', visit, application.secret, html`<p class="actions"><button type="submit" class="second">${texts.page.withdrawButton}</button></p>`)}</details>
`
}<details><summary>${texts.page.erase}</summary>
<p>${texts.page.eraseText} ${texts.page.kept(content.keptDays)}</p>
${form('erase', visit, application.secret, html`<p class="actions"><button type="submit" class="second">${texts.page.eraseButton}</button></p>`)}</details>
</section>
</div>
${content.others.length > 0 && html`<section class="others"><h2>${texts.page.others}</h2>\n${cards(content.others, visit, content.kindOf, { isBelow: true })}</section>`}`,
  });
}

function nameIn(visit: Visit, { listing, kind }: Pick<PrivateContent, 'listing' | 'kind'>): string {
  return nameOf(listing?.pet ?? { name: '' }, kind, visit.texts).inside;
}

/** Returns what the applicant reads as the state: also that the promise was not kept. */
function shownState({ application: { state, answeredAt, dueAt } }: PrivateView, now: number): ShownState {
  const waits = WAITING_STATES.some((waiting) => waiting === state);
  return waits && answeredAt === undefined && now > dueAt ? 'late' : state;
}

function stateBox(visit: Visit, site: Site, { view }: PrivateContent, name: string): Html {
  const { page } = PAGE_TEXTS[visit.language];
  const { title, text } = page.states[shownState(view, visit.now)];
  const reason = view.states.at(-1)?.reason;
  const day = dateText(view.application.dueAt, visit, site);
  return html`<section class="state">
<h2>${title}</h2>
<p>${text({ name, shelter: site.shelterName, day })}</p>
${reason !== undefined && html`<p class="from">${page.reason(site.shelterName)}</p>\n<blockquote dir="auto">${reason}</blockquote>\n`}</section>`;
}

function messageList(
  messages: readonly ApplicationMessage[],
  visit: Visit,
  site: Site,
  { page }: PageTexts,
): Html {
  return html`<ol class="messages">
${messages.map(({ author, at, text }) => html`<li${author === 'applicant' && html` class="own"`}><p class="from">${author === 'applicant' ? page.you : site.shelterName} · ${dateText(at, visit, site)}</p><p dir="auto">${text}</p></li>\n`)}</ol>
`;
}

function summary({ faults, general }: FailedAction, texts: PageTexts): Html {
  const labels: Readonly<Record<string, string>> = {
    text: texts.page.write,
    name: texts.form.name,
    email: texts.form.email,
    telephone: texts.form.telephone,
  };
  const listed = [...faults].map(([name, text]) => ({ text, name, label: labels[name] ?? name }));
  const all = general === undefined ? listed : [{ text: general }, ...listed];
  return faultSummary(faults.size === 0 ? texts.faults.word : texts.faults.title(faults.size), all);
}

function form(action: PrivateAction, visit: Visit, secret: string, content: Html): Html {
  return html`<form class="application" method="post" action="${visit.link(privatePath(secret))}#${FAULTS_ID}" novalidate>
<input type="hidden" name="action" value="${action}">
${content}
</form>
`;
}

function messageField({ page, form: { optional } }: PageTexts, failed: FailedAction | undefined): Html {
  const own = failed?.action === 'message' ? failed : undefined;
  const field = { name: 'text', label: page.write, isRequired: true, optional };
  return textField({
    ...field,
    typed: own?.sent.text('text') ?? '',
    fault: own?.faults.get('text'),
    type: 'long',
    maxLength: maxLengthOf('message') ?? 0,
  });
}

function contactFields(
  { view: { application } }: PrivateContent,
  { form }: PageTexts,
  failed: FailedAction | undefined,
): Html[] {
  const own = failed?.action === 'contact' ? failed : undefined;
  const { name, email = '', telephone = '' } = application.applicant;
  const fieldOf = (id: string, label: string, stored: string, isRequired = false): Field => ({
    name: id,
    label,
    isRequired,
    optional: form.optional,
    typed: own?.sent.text(id) ?? stored,
    fault: own?.faults.get(id),
  });
  return [
    textField({
      ...fieldOf('name', form.name, name, true),
      type: 'text',
      maxLength: maxLengthOf('name') ?? 0,
      autocomplete: 'name',
    }),
    textField({ ...fieldOf('email', form.email, email), type: 'email', autocomplete: 'email' }),
    textField({
      ...fieldOf('telephone', form.telephone, telephone),
      type: 'tel',
      maxLength: maxLengthOf('telephone') ?? 0,
      autocomplete: 'tel',
    }),
  ];
}
