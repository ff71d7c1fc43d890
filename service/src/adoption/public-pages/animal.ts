import type { Listing } from '../../catalogue/listings/listing.ts';
import { findListing } from '../../catalogue/listings/listing-queries.ts';
import { petNotFound } from '../../catalogue/pets/pet.ts';
import { int64FromDigits } from '../../platform/core/int64.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { remainingPets } from '../../platform/database/merged-pets.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import type { Answer } from '../../platform/http/route.ts';
import { animalPath, LIST_PATH, slugOf } from './addresses.ts';
import { kindsOf } from './categories.ts';
import { companionsOf } from './companions.ts';
import { publicListingJson } from './feeds/listing-json.ts';
import { previewImage } from './feeds/preview-image.ts';
import { DOCUMENT_HEADERS, HTML_HEADERS } from './headers.ts';
import type { Site, Visit } from './public-page.ts';
import { othersLike, similarTo } from './similar.ts';
import { animalPage } from './views/animal-page.ts';
import { adoptedPage, notFoundPage } from './views/notice-page.ts';

/**
 * Returns the page of one animal: also while an order holds it, because the hold may end. An adopted one is 410. One that
 * was deleted, or has no status, is 404. Its own address is the only one: any other is redirected, also that of an animal that
 * was merged into it.
 */
export function animalHtml(
  visit: Visit,
  site: Site,
  database: Database,
): MaybePromise<Representation | Answer> {
  const { petId = '', slug } = visit.params;
  return andThen(listingOrRemaining(petId, database), (listing) => {
    if (listing?.pet.status === undefined) return notFoundPage(visit, site);
    const { id, name, status } = listing.pet;
    if (petId !== String(id) || slug !== slugOf(name)) return redirectTo(visit, animalPath(listing.pet));
    if (status === 'sold') return adopted(visit, site, listing, database);
    return andThen(companionsOf(database.read, [listing]), (ofListing) => {
      const companions = ofListing(listing);
      return andThen(similarTo(listing, visit.today, database), (similar) =>
        andThen(kindsOf(database.read, [listing, ...companions, ...similar]), (kindOf) =>
          andThen(previewImage(database.read, [listing]), (preview) =>
            andThen(site.applications?.forPet(id, visit.now), (offer) => {
              const content = { listing, companions, similar, kindOf, preview, offer };
              return Representation.tagged(animalPage(visit, site, content));
            }),
          ),
        ),
      );
    });
  });
}

export function animalHtmlKey({ params, languageKey }: Visit): string {
  return `${languageKey} ${LIST_PATH}/${params.petId}/${params.slug}`;
}

/** Returns one animal as a listing; not one that was adopted. */
export function animalJson(
  visit: Visit,
  site: Site,
  database: Database,
): MaybePromise<Representation | Answer> {
  const { petId = '' } = visit.params;
  return andThen(listingOrRemaining(petId, database), (listing) => {
    const status = listing?.pet.status;
    if (listing === undefined || status === undefined || status === 'sold') throw petNotFound(petId);
    const { id } = listing.pet;
    if (int64FromDigits(petId) === id) {
      return andThen(companionsOf(database.read, [listing]), (ofListing) =>
        andThen(kindsOf(database.read, [listing]), (kindOf) =>
          Representation.tagged(publicListingJson(listing, site, ofListing(listing), kindOf(listing))),
        ),
      );
    }
    return { status: 301, headers: [...DOCUMENT_HEADERS, 'location', animalJsonPath(id)] };
  });
}

/** Zeros before the id make no other address. */
export function animalJsonKey({ params: { petId = '' } }: Visit): string {
  return animalJsonPath(int64FromDigits(petId));
}

function animalJsonPath(petId: bigint | undefined): string {
  return `${LIST_PATH}/${petId}.json`;
}

/** Returns the animal with an id, or the one that it was merged into. */
export function listingOrRemaining(petId: string, { read }: Database): MaybePromise<Listing | undefined> {
  const id = int64FromDigits(petId);
  if (id === undefined) return undefined;
  return andThen(findListing(read, id), (listing) => listing ?? remainingListing(read, id));
}

function remainingListing(db: Queries, id: bigint): MaybePromise<Listing | undefined> {
  return andThen(remainingPets(db, [id]), (remaining) => {
    const into = remaining.get(id);
    return into === undefined ? undefined : findListing(db, into);
  });
}

function redirectTo(visit: Visit, path: string): Answer {
  return { status: 301, headers: [...HTML_HEADERS, 'location', visit.link(path)] };
}

/** Returns the page of an animal that was adopted, with others. */
export function adopted(
  visit: Visit,
  site: Site,
  listing: Listing,
  database: Database,
): MaybePromise<Answer> {
  return andThen(othersLike(listing, visit.today, database), (others) =>
    andThen(kindsOf(database.read, [listing, ...others]), (kindOf) =>
      adoptedPage(visit, site, listing, others, kindOf),
    ),
  );
}
