import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { rowLimit } from '../../platform/database/prepared-query.ts';
import { FILTER_LITERALS, profileConditions } from './filter-conditions.ts';
import type { ListingFilters, PetOrder } from './pet-filters.ts';

/** The maximum number of pets that one page examines. It bounds how long a search holds the event loop (docs/adr/0041). */
export const MAX_CANDIDATES = 1_000;

export type SearchPage = ListingFilters & {
  /** Whether only words of the name count. */
  readonly inName: boolean;
  readonly order: PetOrder;
  readonly after?: bigint | undefined;
  readonly limit: number;
};

export type KeySearch = SearchPage & {
  /** The key of the word by which the candidates are found; undefined if the caller has other candidates. */
  readonly prefix?: string | undefined;
  /** The keys of the other words. */
  readonly others?: readonly string[] | undefined;
};

/** The parameters of a `KeySearch` that a prepared query takes as literals. */
export const SEARCH_LITERALS = ['order', 'inName', ...FILTER_LITERALS] as const;

/** Returns a subquery of the pets after a position that have a word with the prefix: `pet_id` and `in_name`. */
export function prefixCandidates(_db: Queries, { prefix, order, after }: KeySearch): RawBuilder<unknown> {
  const [direction, beyond] = order === 'newest first' ? ['desc', '<'] : ['asc', '>'];
  const range = after === undefined ? sql`` : sql`and pet_id ${sql.raw(beyond)} ${after}`;
  return sql`(select pet_id, in_name from search_prefixes where prefix = ${prefix} ${range}
    order by pet_id ${sql.raw(direction)} limit ${sql.lit(MAX_CANDIDATES)})`;
}

/**
 * Selects the first of the candidates that match. Reads no text: `words.ts` compares the words of what it finds.
 *
 * @param ofPet the conditions of the filters on `pets`; none if the candidates have met them.
 */
export function matchQuery(
  db: Queries,
  candidates: RawBuilder<unknown>,
  ofPet: ReadonlyArray<RawBuilder<boolean>>,
  page: KeySearch,
): RawBuilder<{ id: bigint }> {
  const ofProfile = profileConditions(db, page);
  const joins = [
    ...(ofPet.length > 0 ? [sql`cross join pets`] : []),
    ...(ofProfile.length > 0 ? [sql`cross join profiles`] : []),
  ];
  const conditions = [
    ...(ofPet.length > 0 ? [sql`pets.id = candidates.pet_id`, ...ofPet] : []),
    ...(ofProfile.length > 0 ? [sql`profiles.pet_id = candidates.pet_id`, ...ofProfile] : []),
    ...wordConditions(page),
  ];
  return sql`
    with candidates as materialized ${candidates}
    select candidates.pet_id as id from candidates ${sql.join(joins, sql` `)}
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by ${orderOf(page)} limit ${rowLimit(page.limit)}`;
}

function orderOf({ order }: KeySearch): RawBuilder<unknown> {
  if (order === 'longest waiting') return sql`candidates.waiting_order`;
  return sql`candidates.pet_id ${sql.raw(order === 'newest first' ? 'desc' : 'asc')}`;
}

/** Counts the candidates, with the last id in the order of the page. */
export function candidateEndQuery(
  candidates: RawBuilder<unknown>,
  { order }: KeySearch,
): RawBuilder<{ count: bigint; last: bigint | null }> {
  if (order === 'longest waiting') {
    return sql`with candidates as materialized ${candidates}
      select count(*) as count, (select pet_id from candidates
        order by waiting_order desc limit 1) as last from candidates`;
  }
  const last = sql.raw(order === 'newest first' ? 'min' : 'max');
  return sql`select count(*) as count, ${last}(pet_id) as last from ${candidates} as candidates`;
}

function* wordConditions({ prefix, others = [], inName }: KeySearch) {
  if (inName && prefix !== undefined) yield sql`candidates.in_name = ${sql.lit(1)}`;
  const where = inName ? sql`and other.in_name = ${sql.lit(1)}` : sql``;
  for (const other of others) {
    yield sql`exists (select 1 from search_prefixes as other
      where other.prefix = ${other} and other.pet_id = candidates.pet_id ${where})`;
  }
}
