import type { Category } from '../../../catalogue/pets/category-queries.ts';
import { GOOD_WITH } from '../../../catalogue/search/pet-filters.ts';
import { coordinatesText, type Nearness } from '../../../platform/core/catalogue/coordinates.ts';
import { SEXES, SIZES } from '../../../platform/database/column-values.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { LIST_PATH, RESULTS } from '../addresses.ts';
import { plainKindOf } from '../kinds.ts';
import type { Visit } from '../public-page.ts';
import { AGE_GROUPS, type Texts } from '../texts/texts.ts';
import { hasFilter, type VisitorFilters } from '../visitor-search.ts';
import { kilometres } from './distance.ts';

/** Returns the name that the shelter gave a category, or the plain name of its kind in the language of the visitor. */
export function categoryName({ id, name }: Pick<Category, 'id' | 'name'>, texts: Texts): string {
  const kind = plainKindOf(name);
  return kind === undefined ? (name ?? texts.list.category(id)) : texts.kinds[kind].all;
}

/** Returns the links to the kinds of animals, and the form with all filters. */
export function filterForm(visit: Visit, filters: VisitorFilters, categories: readonly Category[]): Html {
  return html`${categories.length > 1 && kinds(visit, filters, categories)}
<details class="filters">
<summary>${visit.texts.filters.title}</summary>
${form(visit, filters, categories)}
</details>`;
}

function kinds(visit: Visit, { categoryId, ids }: VisitorFilters, categories: readonly Category[]): Html {
  const { texts } = visit;
  const item = (text: string, href: string, isCurrent: boolean) =>
    html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a></li>\n`;
  return html`<nav class="kinds" aria-label="${texts.list.kinds}"><ul>
${item(texts.list.all, visit.link(LIST_PATH), categoryId === undefined && ids === undefined)}${categories.map(
  (category) =>
    item(
      categoryName(category, texts),
      visit.link(LIST_PATH, `categoryId=${category.id}`) + RESULTS,
      category.id === categoryId,
    ),
)}</ul></nav>`;
}

function form(visit: Visit, filters: VisitorFilters, categories: readonly Category[]): Html {
  const { texts, chosenLanguage } = visit;
  const words = texts.filters;
  const { categoryId, sex, size, age, goodWith, q, nearness } = filters;
  const kindOptions = categories.map(
    (category): Option => [String(category.id), categoryName(category, texts)],
  );
  return html`<form method="get" action="${LIST_PATH}${RESULTS}" role="search" aria-label="${words.title}">
${chosenLanguage && html`<input type="hidden" name="lang" value="${chosenLanguage}">`}${nearness && html`<input type="hidden" name="near" value="${coordinatesText(nearness.near)}">`}
<div class="fields">
<p class="wide"><label for="q">${words.text}</label><input id="q" name="q" type="search" maxlength="100" value="${q}" placeholder="${words.textHint}" autocomplete="off" enterkeyhint="search"></p>
${select('categoryId', words.kind, words.any, kindOptions, categoryId?.toString())}
${select('age', words.age, words.any, optionsOf(AGE_GROUPS, words.ages), age)}
${select('sex', words.sex, words.any, optionsOf(SEXES, words.sexes), sex)}
${select('size', words.size, words.any, optionsOf(SIZES, words.sizes), size)}
${nearness && select('within', words.distance, undefined, distances(visit, nearness), String(nearness.within))}
</div>
<fieldset><legend>${words.goodWith}</legend>
${GOOD_WITH.map(
  (other) =>
    html`<label class="check"><input type="checkbox" name="goodWith" value="${other}"${goodWith.includes(other) && html` checked`}> ${words.company[other]}</label>\n`,
)}</fieldset>
<p class="actions"><button type="submit">${words.submit}</button> ${hasFilter(filters) && html`<a href="${visit.link(LIST_PATH)}">${words.reset}</a>`}</p>
</form>`;
}

const DISTANCES = [10, 25, 50, 100, 200];

function distances({ texts, language }: Visit, { within }: Nearness): Option[] {
  const all = [...new Set([...DISTANCES, within])].sort((one, other) => one - other);
  return all.map((km) => [String(km), texts.filters.within(kilometres(km, language))]);
}

type Option = readonly [value: string, text: string];

function optionsOf<Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
): Option[] {
  return values.map((value) => [value, texts[value]]);
}

function select(
  name: string,
  label: string,
  any: string | undefined,
  options: readonly Option[],
  selected: string | undefined,
): Html {
  return html`<p><label for="${name}">${label}</label><select id="${name}" name="${name}">${any !== undefined && html`<option value="">${any}</option>`}${options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === selected && html` selected`}>${text}</option>`,
  )}</select></p>`;
}
