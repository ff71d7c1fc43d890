import type { Listing } from '../../catalogue/listings/listing.ts';
import { type Category, listCategories } from '../../catalogue/pets/category-queries.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { kindOf } from './kinds.ts';
import type { KindOf } from './views/card.ts';

/** More categories are not offered: a visitor does not read them. */
const MAX_CATEGORIES = 100;

/** Returns the categories that have animals which are available. */
export function offeredCategories(db: Queries): MaybePromise<readonly Category[]> {
  return andThen(listCategories(db, { limit: MAX_CATEGORIES, after: undefined }), (categories) =>
    categories.filter(({ available }) => available > 0n),
  );
}

/** Returns a function for the kind of an animal, by the name of its category. */
export function kindsOf(db: Queries, listings: readonly Listing[]): MaybePromise<KindOf> {
  const ids = [...new Set(listings.flatMap(({ pet: { categoryId } }) => categoryId ?? []))];
  return andThen(listCategories(db, { ids, limit: ids.length, after: undefined }), (categories) => {
    const kinds = new Map(categories.map(({ id, name }) => [id, kindOf(name)]));
    return ({ pet: { categoryId } }) =>
      categoryId === undefined ? 'other' : (kinds.get(categoryId) ?? 'other');
  });
}
