import type { Listing } from '../../../catalogue/listings/listing.ts';
import { listListings } from '../../../catalogue/listings/listing-search.ts';
import { timeText } from '../../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Html, html } from '../../../platform/http/html.ts';
import { pageRequest } from '../../../platform/http/responses/pagination.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { animalPath, FEED_PATH, inLanguage, LIST_PATH } from '../addresses.ts';
import { kindsOf } from '../categories.ts';
import type { Site, Visit } from '../public-page.ts';
import { nameOf } from '../views/animal-name.ts';
import type { KindOf } from '../views/card.ts';
import { sentenceAbout } from '../views/facts.ts';
import { photoPath } from '../views/picture.ts';
import { shortened } from '../views/shortened.ts';
import { filtersByWords, filtersIn, filterTexts, searchFor, unlessFar } from '../visitor-search.ts';

const ENTRIES = 50;
/** The longest summary in characters: a feed leads to the pages, which have the whole text. */
const MAX_SUMMARY = 500;
export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** Returns the newest animals as an Atom feed (RFC 4287). It takes the filters of the list. */
export function atomFeed(visit: Visit, site: Site, database: Database): MaybePromise<Representation> {
  const page = { order: 'newest first', after: undefined, rowLimit: ENTRIES + 1 } as const;
  const filters = filtersByWords(visit.query);
  const search = searchFor(filters, page, visit.today);
  return andThen(
    unlessFar(site, filters, () => listListings(database, search)),
    ({ items }) =>
      andThen(kindsOf(database.read, items), (kindOf) =>
        Representation.tagged(feed(visit, site, items, kindOf).toString()),
      ),
  );
}

export function atomFeedKey(visit: Visit): string {
  return `${visit.languageKey} ${pageRequest(FEED_PATH, {}, filterTexts(filtersIn(visit.query))).list}`;
}

function feed(visit: Visit, site: Site, listings: readonly Listing[], kindOf: KindOf): Html {
  const { language, chosenLanguage, texts } = visit;
  const self = site.publicUrl + inLanguage(FEED_PATH, '', chosenLanguage);
  const updated = listings.map(updatedAt).reduce((one, other) => (other > one ? other : one), 0n);
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${site.publicUrl}${FEED_PATH}</id>
<title>${texts.list.title} – ${site.shelterName}</title>
<updated>${timeText(updated)}</updated>
<author><name>${site.shelterName}</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${site.publicUrl}${visit.link(LIST_PATH)}"/>
${listings.map((listing) => entry(visit, site, listing, kindOf))}</feed>
`;
}

/** The id stays the same if the name, and with it the address, changes. */
function entry(visit: Visit, { publicUrl }: Site, listing: Listing, kindOf: KindOf): Html {
  const { pet, profile, photos, createdAt } = listing;
  const [photo] = photos;
  const name = nameOf(pet, kindOf(listing), visit.texts).title;
  const summary = [sentenceAbout(profile, visit), profile.description].filter(Boolean).join('. ');
  return html`<entry>
<id>${publicUrl}${LIST_PATH}/${pet.id}</id>
<title>${name}</title>
<updated>${timeText(updatedAt(listing))}</updated>
${createdAt !== null && html`<published>${timeText(createdAt)}</published>`}
<link rel="alternate" type="text/html" href="${publicUrl}${visit.link(animalPath(pet))}"/>
${photo && html`<link rel="enclosure" type="image/jpeg" href="${publicUrl}${photoPath(photo, '800.jpg')}"/>`}
<summary>${shortened(summary || name, MAX_SUMMARY)}</summary>
</entry>
`;
}

function updatedAt({ updatedAt: at, createdAt }: Listing): bigint {
  return at ?? createdAt ?? 0n;
}
