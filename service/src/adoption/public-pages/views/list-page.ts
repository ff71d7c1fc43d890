import type { Listing } from '../../../catalogue/listings/listing.ts';
import type { ListingCount } from '../../../catalogue/listings/listing-count.ts';
import type { Category } from '../../../catalogue/pets/category-queries.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { animalPath, applyPath, LIST_PATH, RESULTS } from '../addresses.ts';
import type { PreviewImage } from '../feeds/preview-image.ts';
import { plainKindOf } from '../kinds.ts';
import type { NearPartner } from '../partners.ts';
import type { ApplicationOffer, Site, Visit } from '../public-page.ts';
import { hasFilter, type VisitorFilters } from '../visitor-search.ts';
import { nameOf } from './animal-name.ts';
import { promiseOf } from './apply-link.ts';
import { cards, type KindOf } from './card.ts';
import { categoryName, filterForm } from './filter-form.ts';
import { layout } from './layout.ts';
import { partnerCards } from './partner-cards.ts';
import { photoPath } from './picture.ts';
import { chips, countText, favouriteChips } from './results.ts';
import { shareImage } from './share-image.ts';
import { shelterData } from './shelter.ts';
import type { CompanionsOf } from './together.ts';

export interface ListContent {
  readonly listings: readonly Listing[];
  /** True if none has the words of the visitor, and these have similar names. */
  readonly isSimilar: boolean;
  /** How many animals there are, on all pages; undefined if that is not known. */
  readonly count: ListingCount | undefined;
  readonly filters: VisitorFilters;
  /** Those with animals that are available. */
  readonly categories: readonly Category[];
  /** The query of this page, without `lang`, encoded. */
  readonly query: string;
  /** The query of the next page; undefined on the last one. */
  readonly next: string | undefined;
  readonly isFirst: boolean;
  readonly kindOf: KindOf;
  readonly companionsOf: CompanionsOf;
  /** For the preview of a link to the page. */
  readonly preview: PreviewImage | undefined;
  /** What a visitor is promised who did not find an animal and applies; undefined if no one can. */
  readonly offer: ApplicationOffer | undefined;
  /** Animals of partners. */
  readonly partners: readonly NearPartner[];
}

/** Returns the page of all animals, or of those that a visitor looks for. */
export function listPage(visit: Visit, site: Site, content: ListContent): string {
  const { texts } = visit;
  const { listings, count, filters, categories, query, kindOf } = content;
  const isFavourites = filters.ids !== undefined;
  const category = categories.find(({ id }) => id === filters.categoryId);
  const heading = isFavourites
    ? texts.favourites.title
    : category === undefined
      ? texts.list.title
      : `${categoryName(category, texts)} – ${texts.list.title}`;
  const title = `${heading} – ${site.shelterName}`;
  const description = texts.list.intro(site.shelterName);
  return layout(visit, site, {
    title,
    path: LIST_PATH,
    query,
    // A search engine does not list the favourites of a visitor.
    ...(!isFavourites && {
      metadata: {
        path: LIST_PATH,
        query,
        title,
        description,
        image: shareImage(content.preview, site, kindOf, texts),
        data: itemList(title, visit, site, content),
      },
    }),
    body: html`<div class="intro">
<h1>${heading}</h1>
<p>${description}</p>
</div>
${filterForm(visit, filters, categories)}
<section id="results">
${!content.isSimilar && count !== undefined && count.count > 0 && html`<h2 class="count">${countText(visit, count, category)}</h2>\n`}${isFavourites ? favouriteChips(visit, content) : chips(visit, filters, category)}
${content.isSimilar && similar(visit, content)}
${listings.length === 0 ? nothing(visit, content) : cards(listings, visit, kindOf, { fragment: fragmentOf(content), companionsOf: content.companionsOf })}
${pages(visit, content)}
</section>
${partnerCards(visit, content.partners)}
${content.offer !== undefined && wanted(visit, content.offer, category)}`,
  });
}

/** Returns what leads the script of an animal's page back to this one. */
function fragmentOf({ count, query }: ListContent): string {
  return `#back=${count?.isExact ? count.count : ''}&${query}`;
}

function similar({ texts }: Visit, { filters: { q = '' } }: ListContent): Html {
  return html`<h2 class="count">${texts.list.similar(q)}</h2>`;
}

function nothing({ texts }: Visit, { filters, next, isFirst }: ListContent): Html {
  const isEmpty = !hasFilter(filters) && next === undefined && isFirst;
  return html`<p class="nothing">${isEmpty ? texts.list.none : texts.list.noneHere}</p>`;
}

function pages(visit: Visit, { next, isFirst, query }: ListContent): Html | false {
  const { texts } = visit;
  if (next === undefined && isFirst) return false;
  const first = new URLSearchParams(query);
  first.delete('cursor');
  return html`<nav class="pages" aria-label="${texts.list.pages}">
${!isFirst && html`<a href="${visit.link(LIST_PATH, first.toString())}${RESULTS}">${texts.list.first}</a>`}
${next !== undefined && html`<a class="button" rel="next" href="${visit.link(LIST_PATH, next)}${RESULTS}">${texts.list.next}</a>`}
</nav>`;
}

/** Returns the way for a visitor who did not find the right one. */
function wanted(visit: Visit, offer: ApplicationOffer, category: Category | undefined): Html {
  const { apply } = visit.texts;
  const kind = category === undefined ? undefined : plainKindOf(category.name);
  const query = category === undefined ? '' : `categoryId=${category.id}`;
  return html`<section class="wanted"><p>${apply.wantedText} ${promiseOf(visit, offer)}</p>
<p><a class="button" rel="nofollow" href="${visit.link(applyPath(undefined), query)}">${apply.wanted[kind ?? 'other']}</a></p></section>`;
}

function itemList(name: string, { texts }: Visit, site: Site, { listings, kindOf }: ListContent): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    mainEntityOfPage: { '@type': 'CollectionPage', publisher: shelterData(site) },
    itemListElement: listings.map((listing, index) => {
      const {
        pet,
        photos: [photo],
      } = listing;
      return {
        '@type': 'ListItem',
        position: index + 1,
        name: nameOf(pet, kindOf(listing), texts).title,
        url: site.publicUrl + animalPath(pet),
        ...(photo && { image: site.publicUrl + photoPath(photo, '800.jpg') }),
      };
    }),
  };
}
