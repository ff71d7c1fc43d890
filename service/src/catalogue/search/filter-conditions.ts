import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { jsonTexts } from '../../platform/database/json-rows.ts';
import { tagsOf } from '../../platform/database/profile-members.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ListingFilters, PetFilters, PetValues, ProfileValues } from './pet-filters.ts';

type Condition = RawBuilder<boolean>;

// Each filter of the schemas has an entry in one of these two tables. Without it, the code does not compile.

/** The column of `pets` that has the value of a filter, or one of its values. The range of a page begins with the first one that is given. */
const PET_COLUMNS = {
  status: 'status',
  categoryId: 'category_id',
  petId: 'id',
} as const satisfies Record<keyof PetValues, keyof Tables['pets']>;

/** The conditions of a filter on `profiles`. */
const PROFILE_CONDITIONS: { readonly [Name in keyof ProfileValues]: ConditionsFor<ProfileValues[Name]> } = {
  sex: (sex) => [sql`profiles.sex = ${sex}`],
  size: (size) => [sql`profiles.size = ${size}`],
  goodWith: (others) => others.map((other) => sql`${sql.ref(`profiles.good_with_${other}`)} = ${sql.lit(1)}`),
  tag: (tag, db) => [
    sql`exists (select 1 from ${jsonTexts(db, tagsOf(db))} as tags where tags.value = ${tag})`,
  ],
  bornAfter: (day) => [sql`profiles.birth_date >= ${day}`],
  bornBefore: (day) => [sql`profiles.birth_date <= ${day}`],
};
type ConditionsFor<Value> = (value: Value, db: Queries) => readonly Condition[];

/** The filters whose conditions depend on their values: a prepared query takes them as literals. */
export const FILTER_LITERALS = ['goodWith'] as const;

/** A filter on a column of `pets`. */
export interface PetComparison {
  readonly column: RawBuilder<unknown>;
  readonly value: PetValues[keyof PetValues];
}

/** Returns the filters on `pets` that are given. */
export function petComparisons(filters: PetFilters): PetComparison[] {
  return namesIn(PET_COLUMNS).flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [{ column: sql.ref(`pets.${PET_COLUMNS[name]}`), value }];
  });
}

/** Returns the condition that a column has the value, or one of the values. */
export function isEqual({ column, value }: PetComparison): Condition {
  return Array.isArray(value) ? sql`${column} in (${sql.join(value)})` : sql`${column} = ${value}`;
}

/** Returns the conditions of the filters on `profiles` that are given. */
export function profileConditions(db: Queries, filters: ListingFilters): Condition[] {
  return namesIn(PROFILE_CONDITIONS).flatMap((name) => conditionsOf(db, name, filters[name]));
}

function conditionsOf<Name extends keyof ProfileValues>(
  db: Queries,
  name: Name,
  value: ProfileValues[Name] | undefined,
) {
  return value === undefined ? [] : PROFILE_CONDITIONS[name](value, db);
}

export function hasProfileFilter(filters: ListingFilters): boolean {
  return namesIn(PROFILE_CONDITIONS).some((name) => filters[name] !== undefined);
}

function namesIn<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[]; // a table has no other members than its type
}
