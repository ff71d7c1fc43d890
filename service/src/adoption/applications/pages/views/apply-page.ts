import type { Listing } from '../../../../catalogue/listings/listing.ts';
import type { Category } from '../../../../catalogue/pets/category-queries.ts';
import { type Html, html } from '../../../../platform/http/html.ts';
import { animalPath, applyPath } from '../../../public-pages/addresses.ts';
import { kindOf } from '../../../public-pages/kinds.ts';
import type { ApplicationOffer, Site, Visit } from '../../../public-pages/public-page.ts';
import type { Kind } from '../../../public-pages/texts/texts.ts';
import { nameOf } from '../../../public-pages/views/animal-name.ts';
import { promiseOf } from '../../../public-pages/views/apply-link.ts';
import { categoryName } from '../../../public-pages/views/filter-form.ts';
import { layout } from '../../../public-pages/views/layout.ts';
import { cover } from '../../../public-pages/views/picture.ts';
import { type Question, textIn } from '../../questions/question.ts';
import { answerField, maxLengthOf, type SentForm } from '../form-values.ts';

import { PAGE_TEXTS } from '../texts/languages.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import {
  choiceField,
  choicesField,
  FAULTS_ID,
  type Field,
  faultSummary,
  type ListedFault,
  textField,
} from './fields.ts';

/** What a form asks, and about which animal. */
export interface FormContent {
  /** Undefined for the form without an animal. */
  readonly listing: Listing | undefined;
  readonly kind: Kind;
  /** What the applicant without an animal looks for. */
  readonly categoryId: bigint | undefined;
  /** What such an applicant can choose. */
  readonly categories: readonly Category[];
  readonly questions: readonly Question[];
  readonly offer: ApplicationOffer;
  readonly keptDays: number;
}

/** What is shown of a form that was sent and could not be stored. */
export interface FormFaults {
  /** By the names of the fields. */
  readonly fields: ReadonlyMap<string, string>;
  /** What is no fault of a field. */
  readonly general?: string;
}

interface FormState {
  readonly token: string;
  readonly sent: SentForm;
  readonly faults: FormFaults | undefined;
}

export const TOKEN_FIELD = 'token';
/** Only programs fill it in. Its name is none that browsers know. */
export const TRAP_FIELD = 'homepage';
/** Sent by the switch of the language. */
export const LANGUAGE_FIELD = 'language';
const FORM_ID = 'application';

/** Returns the page with the form. */
export function applyPage(visit: Visit, site: Site, content: FormContent, state: FormState): string {
  const { listing } = content;
  const texts = PAGE_TEXTS[visit.language];
  const { apply } = visit.texts;
  const heading =
    listing === undefined ? apply.wanted[content.kind] : apply.title(nameIn(visit, content).inside);
  const fields = fieldsOf(visit, content, state, texts);
  const faults = listedFaults(fields, state.faults);
  const path = applyPath(listing?.pet.id);
  const title = `${heading} – ${site.shelterName}`;
  return layout(visit, site, {
    form: { id: FORM_ID, field: LANGUAGE_FIELD, send: texts.form.send },
    title: faults.length === 0 ? title : texts.faults.inTitle(title),
    path,
    ...(content.categoryId !== undefined &&
      listing === undefined && { query: `categoryId=${content.categoryId}` }),
    body: html`${faults.length > 0 && faultSummary(summaryTitle(state.faults, texts), faults)}<div class="apply">
${listing !== undefined && picture(visit, listing, content.kind)}<div class="intro">
<h1 dir="auto">${heading}</h1>
<p>${texts.form.intro(site.shelterName)}</p>
<p>${promiseOf(visit, content.offer)}</p>
${listing?.pet.status === 'pending' && html`<p class="ahead">${apply.ahead(nameIn(visit, content).inside)}</p>`}</div>
</div>
<form class="application" id="${FORM_ID}" method="post" action="${visit.link(path)}#${FAULTS_ID}" novalidate autocomplete="on">
<input type="hidden" name="${TOKEN_FIELD}" value="${state.token}">
<div class="trap" aria-hidden="true"><label for="${TRAP_FIELD}">${texts.form.trap}</label><input type="text" id="${TRAP_FIELD}" name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></div>
${fields.wanted?.html}<h2>${texts.form.about}</h2>
${fields.about.map(({ html: field }) => field)}${fields.questions.length > 0 && html`<h2>${texts.form.questions}</h2>\n`}${fields.questions.map(({ html: field }) => field)}${fields.message.html}<p class="privacy">${texts.form.privacy(site.shelterName, content.keptDays)}</p>
<p class="actions"><button type="submit">${texts.form.send}</button>${listing !== undefined && html` <a href="${visit.link(animalPath(listing.pet))}">${visit.texts.animal.about(nameIn(visit, content).inside)}</a>`}</p>
</form>`,
  });
}

function nameIn(visit: Visit, { listing, kind }: FormContent) {
  return nameOf(listing?.pet ?? { name: '' }, kind, visit.texts);
}

function picture({ texts }: Visit, listing: Listing, kind: Kind): Html {
  return html`<div class="frame applied">${cover(listing, kind, texts, { sizes: '10rem', widths: [320], loading: 'first' })}</div>\n`;
}

function summaryTitle(faults: FormFaults | undefined, { faults: texts }: PageTexts): string {
  const count = faults?.fields.size ?? 0;
  return count === 0 ? texts.again : texts.title(count);
}

interface ShownField {
  readonly field: Field;
  readonly html: Html;
}

interface ShownFields {
  readonly wanted: ShownField | undefined;
  readonly about: readonly ShownField[];
  readonly questions: readonly ShownField[];
  readonly message: ShownField;
}

function listedFaults(
  { wanted, about, questions, message }: ShownFields,
  faults: FormFaults | undefined,
): ListedFault[] {
  const all = [...(wanted === undefined ? [] : [wanted]), ...about, ...questions, message];
  const listed = all.flatMap(({ field: { name, label, fault } }) =>
    fault === undefined ? [] : [{ text: fault, name, label }],
  );
  return faults?.general === undefined ? listed : [{ text: faults.general }, ...listed];
}

function fieldsOf(
  visit: Visit,
  content: FormContent,
  { sent, faults }: FormState,
  texts: PageTexts,
): ShownFields {
  const { form } = texts;
  const fieldOf = (name: string, label: string, isRequired = false): Field => ({
    name,
    label,
    isRequired,
    optional: form.optional,
    typed: sent.text(name),
    fault: faults?.fields.get(name),
  });
  const text = (
    field: Field,
    type: 'text' | 'email' | 'tel' | 'long',
    max: number | undefined,
    autocomplete?: string,
  ) => ({
    field,
    html: textField({
      ...field,
      type,
      ...(max !== undefined && { maxLength: max }),
      ...(autocomplete !== undefined && { autocomplete }),
    }),
  });
  return {
    wanted:
      content.listing === undefined
        ? wantedField(visit, content, fieldOf('categoryId', form.wantedKind, true), form)
        : undefined,
    about: [
      text(fieldOf('name', form.name, true), 'text', maxLengthOf('name'), 'name'),
      text({ ...fieldOf('email', form.email), hint: form.emailHint }, 'email', maxLengthOf('email'), 'email'),
      text(fieldOf('telephone', form.telephone), 'tel', maxLengthOf('telephone'), 'tel'),
    ],
    questions: content.questions.map((question) => {
      const { required, help, kind } = question;
      const name = answerField(question);
      const field = {
        ...fieldOf(name, textIn(question.text, visit.language), required),
        typed: sent.typed(name, kind === 'choices'),
        hint: hintOf(help && textIn(help, visit.language), kind === 'choices' && form.severalHint),
      };
      return { field, html: questionField(question, field, visit, form) };
    }),
    message: text(fieldOf('message', form.message), 'long', maxLengthOf('message')),
  };
}

function hintOf(...parts: readonly (string | undefined | false)[]): string | undefined {
  return parts.filter(Boolean).join(' ') || undefined;
}

function wantedField(
  visit: Visit,
  { categories, categoryId }: FormContent,
  field: Field,
  form: PageTexts['form'],
): ShownField {
  const any = { value: 'any', text: form.anyKind };
  const choices = [
    ...categories.map((category) => ({
      value: String(category.id),
      text: categoryName(category, visit.texts),
    })),
    any,
  ];
  const typed = categoryId === undefined ? any.value : String(categoryId);
  return { field, html: choiceField({ ...field, typed }, choices, form.choose) };
}

/** Each kind of question has the plainest control that old browsers have as well. */
function questionField(
  { kind, options = [] }: Question,
  field: Field,
  { language }: Visit,
  form: PageTexts['form'],
): Html {
  const choices = options.map(({ id, text }) => ({ value: id, text: textIn(text, language) }));
  const max = maxLengthOf(kind);
  const withMax = { ...field, ...(max !== undefined && { maxLength: max }) };
  switch (kind) {
    case 'choice':
      return choiceField(field, choices, form.choose);
    case 'choices':
      return choicesField(field, choices);
    case 'yes_no':
      return choiceField(
        field,
        [
          { value: 'yes', text: form.yes },
          { value: 'no', text: form.no },
        ],
        form.choose,
      );
    case 'long_text':
      return textField({ ...withMax, type: 'long' });
    case 'date':
    case 'number':
      return textField({ ...field, type: kind });
    default:
      return textField({ ...withMax, type: 'text' });
  }
}

/** Returns the kind of what an applicant without an animal looks for. */
export function wantedKind(categories: readonly Category[], categoryId: bigint | undefined): Kind {
  const category = categories.find(({ id }) => id === categoryId);
  return category === undefined ? 'other' : kindOf(category.name);
}
