import type { Tables } from '../../../platform/database/tables.ts';

/** The orders of lists of listings. With `-` the order is the reverse. */
export const LISTING_SORTS = [
  '-id',
  'id',
  'name',
  '-name',
  'birthDate',
  '-birthDate',
  'intakeDate',
  '-intakeDate',
  'updatedAt',
  '-updatedAt',
] as const;
export type ListingSort = (typeof LISTING_SORTS)[number];

export const SORT_DESCRIPTION =
  '`-id` for newest first, `id` for oldest first. `name` from A to Z, in which case and the accents of European alphabets do not matter. `birthDate` for the oldest animals first; those without a date of birth are last in both directions. `intakeDate` for those that have waited longest: since their intake date, else since they were added. `-updatedAt` for the latest changes first. The reverse with `-`. Only `-id` and `id` can be used with `q` and `ids`.';

/** What a list is sorted by: a column of `pets`, and then the id in the same direction. */
export interface ListingOrder {
  readonly column: keyof Pick<
    Tables['pets'],
    'id' | 'name_order' | 'birth_date' | 'care_order' | 'update_order'
  >;
  readonly isDescending: boolean;
}

const COLUMNS = {
  id: 'id',
  name: 'name_order',
  birthDate: 'birth_date',
  intakeDate: 'care_order',
  updatedAt: 'update_order',
} as const satisfies Record<Exclude<ListingSort, `-${string}`>, ListingOrder['column']>;

export function orderOf(sort: ListingSort): ListingOrder {
  const isDescending = sort.startsWith('-');
  const name = (isDescending ? sort.slice(1) : sort) as keyof typeof COLUMNS; // `ListingSort` without its `-`
  return { column: COLUMNS[name], isDescending };
}
