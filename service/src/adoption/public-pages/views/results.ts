import type { Listing } from '../../../catalogue/listings/listing.ts';
import type { ListingCount } from '../../../catalogue/listings/listing-count.ts';
import type { Category } from '../../../catalogue/pets/category-queries.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { FAVOURITES_PATH, LIST_PATH, RESULTS } from '../addresses.ts';
import { plainKindOf } from '../kinds.ts';
import type { Visit } from '../public-page.ts';
import { filterTexts, type VisitorFilters } from '../visitor-search.ts';
import { nameOf } from './animal-name.ts';
import type { KindOf } from './card.ts';
import { kilometres } from './distance.ts';
import { capitalised } from './facts.ts';
import { categoryName } from './filter-form.ts';

/** Returns how many animals were found: "23 dogs", or "More than 24 dogs". */
export function countText(
  { texts, language }: Visit,
  { count, isExact }: ListingCount,
  category: Category | undefined,
): string {
  const number = count.toLocaleString(language);
  const shown = isExact ? number : texts.list.moreThan(number);
  const kind = category === undefined ? 'other' : plainKindOf(category.name);
  if (kind === undefined && category !== undefined) return `${categoryName(category, texts)}: ${shown}`;
  const { one, many } = texts.kinds[kind ?? 'other'];
  return `${shown} ${count === 1 && isExact ? one : many}`;
}

/** Returns what the visitor looks for: each part is a link to the same search without it. */
export function chips(visit: Visit, filters: VisitorFilters, category: Category | undefined): Html | false {
  const { texts } = visit;
  const found = chipsOf(visit, filters, category);
  if (found.length === 0) return false;
  return html`<ul class="chips" aria-label="${texts.filters.chosen}">
${found.map(({ text, rest }) => html`<li><a href="${resultsLink(visit, rest)}" aria-label="${texts.filters.remove(text)}"><span dir="auto">${text}</span> <span aria-hidden="true">×</span></a></li>\n`)}</ul>`;
}

/** Returns the favourites: each one is a link that removes it. */
export function favouriteChips(
  visit: Visit,
  { listings, kindOf }: { readonly listings: readonly Listing[]; readonly kindOf: KindOf },
): Html | false {
  const { favourites, filters } = visit.texts;
  if (listings.length === 0) return false;
  const names = listings.map((listing) => {
    const { title } = nameOf(listing.pet, kindOf(listing), visit.texts);
    const href = `${visit.link(FAVOURITES_PATH)}#-${listing.pet.id}`;
    return html`<li><a href="${href}" aria-label="${filters.remove(title)}"><span dir="auto">${title}</span> <span aria-hidden="true">×</span></a></li>\n`;
  });
  return html`<ul class="chips" aria-label="${favourites.title}">\n${names}</ul>`;
}

interface Chip {
  readonly text: string;
  /** The search without it. */
  readonly rest: VisitorFilters;
}

function chipsOf(
  { texts, language }: Visit,
  filters: VisitorFilters,
  category: Category | undefined,
): Chip[] {
  const { categoryId, age, sex, size, goodWith, q, nearness } = filters;
  const { filters: words, facts } = texts;
  const name = categoryId === undefined ? undefined : categoryName(category ?? { id: categoryId }, texts);
  const without = (part: keyof VisitorFilters, text: string | undefined): Chip[] =>
    text === undefined ? [] : [{ text, rest: { ...filters, [part]: undefined } }];
  return [
    ...without('q', q && `“${q}”`),
    ...without('categoryId', name),
    ...without('age', age && words.ages[age]),
    ...without('sex', sex && words.sexes[sex]),
    ...without('size', size && words.sizes[size]),
    ...without('nearness', nearness && words.within(kilometres(nearness.within, language))),
    ...goodWith.map((one) => ({
      text: capitalised(facts.goodWith(facts.company[one])),
      rest: { ...filters, goodWith: goodWith.filter((other) => other !== one) },
    })),
  ];
}

function resultsLink(visit: Visit, filters: VisitorFilters): string {
  const given = Object.entries(filterTexts(filters)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return visit.link(LIST_PATH, new URLSearchParams(Object.fromEntries(given)).toString()) + RESULTS;
}
