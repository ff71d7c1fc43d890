import type { Category } from '../../catalogue/pets/category-queries.ts';
import type { PartnerAnimal } from '../../exchange/partners/partner.ts';
import { type ShownAnimal, shownAnimals } from '../../exchange/partners/partner-animal-queries.ts';
import { type Coordinates, distanceKm, parseCoordinates } from '../../platform/core/catalogue/coordinates.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { bornWithin } from './age.ts';
import { kindOf } from './kinds.ts';
import type { Site, Visit } from './public-page.ts';
import type { VisitorFilters } from './visitor-search.ts';

/** Divisible by two and three, the columns of cards. */
const MAX_SHOWN = 12;

/** An animal of a partner, and how far away it is; undefined if that is not known. */
export interface NearPartner extends ShownAnimal {
  readonly km: number | undefined;
}

/**
 * Returns the animals of partners that a visitor looks for: the newest of each, and of those the nearest first. Words and ids find
 * only animals of this catalogue.
 */
export function partnersFor(
  db: Queries,
  visit: Visit,
  site: Site,
  filters: VisitorFilters,
  category: Category | undefined,
): MaybePromise<readonly NearPartner[]> {
  const { q, ids, nearness, categoryId } = filters;
  if (q !== undefined || ids !== undefined || (categoryId !== undefined && category === undefined)) return [];
  const from = nearness?.near ?? site.coordinates;
  const isWanted = wantedBy(filters, category, visit.today);
  return andThen(shownAnimals(db, visit.now), (animals) =>
    animals
      .filter(({ animal }) => isWanted(animal))
      .map((animal) => ({ ...animal, km: kmBetween(from, animal.partner.coordinates) }))
      .filter(({ km }) => nearness === undefined || (km !== undefined && km <= nearness.within))
      .sort((one, other) => one.position - other.position || (one.km ?? Infinity) - (other.km ?? Infinity))
      .slice(0, MAX_SHOWN),
  );
}

function kmBetween(from: Coordinates | undefined, text: string | undefined): number | undefined {
  const to = text === undefined ? undefined : parseCoordinates(text);
  return from === undefined || to === undefined ? undefined : distanceKm(from, to);
}

const COMPANY = { children: 'goodWithChildren', dogs: 'goodWithDogs', cats: 'goodWithCats' } as const;

function wantedBy(
  { sex, size, age, goodWith }: VisitorFilters,
  category: Category | undefined,
  today: number,
): (animal: PartnerAnimal) => boolean {
  const kind = category === undefined ? undefined : kindOf(category.name);
  const { bornAfter = '', bornBefore = '9999' } = age === undefined ? {} : bornWithin(age, today);
  return (animal) =>
    (kind === undefined || animal.kind === kind) &&
    (sex === undefined || animal.sex === sex) &&
    (size === undefined || animal.size === size) &&
    (age === undefined ||
      (animal.birthDate !== undefined && animal.birthDate >= bornAfter && animal.birthDate <= bornBefore)) &&
    goodWith.every((other) => animal[COMPANY[other]] === true);
}
