import { type RawBuilder, sql } from 'kysely';
import type { Place } from '../../../platform/core/cursor.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { PET_STATUSES, type PetStatus } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { engineOf, PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import { untilFound } from '../../../platform/http/responses/until-found.ts';
import { FILTER_LITERALS, hasProfileFilter, profileConditions } from '../../search/filter-conditions.ts';
import type { AllFilters } from '../../search/pet-filters.ts';
import { MAX_CANDIDATES } from '../../search/search-query.ts';
import type { Listing } from '../listing.ts';
import { readPageOf } from '../listing-queries.ts';
import type { ListingOrder } from './listing-order.ts';

/** A page of a list that is sorted by something else than the id, or has a filter on photos. The list is not by words or by ids. */
export type SortedPage = AllFilters &
  ListingOrder & {
    readonly hasPhoto: boolean | undefined;
    /** The last item of the previous page. */
    readonly after: { readonly id: bigint; readonly key: string | bigint } | undefined;
    /** One more than the page has. */
    readonly limit: number;
  };

interface SortedListings {
  readonly items: readonly Listing[];
  /** The last position that was examined if there may be more; undefined at the end of the list. */
  readonly examined: Place | undefined;
  placeOf(listing: Listing): Place;
}

/** Returns a page. With other filters than the status, it has those among the next candidates that match, and is rarely empty. */
export function listSorted(db: Queries, page: SortedPage): MaybePromise<SortedListings> {
  const found = untilFound(page.after, (after) => listAfter(db, { ...page, after }));
  return andThen(found, ({ examined, ...others }) => ({
    ...others,
    examined: examined && placeText(examined),
  }));
}

type Position = NonNullable<SortedPage['after']>;

function placeText({ id, key }: Position): Place {
  return { id, key: String(key) };
}

function listAfter(db: Queries, { after, ...page }: SortedPage) {
  // Such a list is a range of an index of its own.
  const isByPhoto = isPhotoRange(page);
  const isFiltered =
    page.categoryId !== undefined || (page.hasPhoto !== undefined && !isByPhoto) || hasProfileFilter(page);
  const candidates = isFiltered ? MAX_CANDIDATES : page.limit;
  const parameters = {
    ...page,
    candidates,
    afterId: after?.id,
    afterKey: after?.key,
    isAfterUnknown: isUnknownLast(page.column) && after?.key === UNKNOWN,
  };
  return andThen(candidatesOfPage.all(db, parameters), (rows) => {
    const matching = rows.filter(({ is_match }) => is_match === 1n);
    const shown = matching.slice(0, page.limit - 1);
    const isFull = matching.length >= page.limit;
    const hasMore = isFull || rows.length === candidates;
    const last = isFull ? shown.at(-1) : rows.at(-1);
    const places = new Map(shown.map((row) => [row.id, positionOf(row)]));
    const placeOf = ({ pet: { id } }: Listing) => placeText(places.get(id) ?? { id, key: '' });
    return andThen(readPageOf(db, [...places.keys()]), ({ listings, isCut }) => {
      const lastRead = listings.at(-1);
      const end = hasMore && last !== undefined ? positionOf(last) : undefined;
      const examined = isCut && lastRead !== undefined ? places.get(lastRead.pet.id) : end;
      return { items: listings, examined, placeOf };
    });
  });
}

interface Candidate {
  readonly id: bigint;
  readonly place: string | bigint;
  readonly is_match: bigint;
}

function positionOf({ id, place }: Candidate): Position {
  return { id, key: place };
}

/** The date of birth of an animal of which it is not known. */
const UNKNOWN = '';

/** In this order, animals without a value are last in both directions. */
function isUnknownLast(column: ListingOrder['column']): boolean {
  return column === 'birth_date';
}

type Parameters = Omit<SortedPage, 'after'> & {
  readonly candidates: number;
  readonly afterId: bigint | undefined;
  readonly afterKey: string | bigint | undefined;
  readonly isAfterUnknown: boolean;
};

const candidatesOfPage = new PreparedQuery(candidateQuery, [
  'status',
  'column',
  'isDescending',
  'hasPhoto',
  'isAfterUnknown',
  ...FILTER_LITERALS,
]);

/** Selects the next candidates in their order, each with whether it matches the filters. */
export function candidateQuery(db: Queries, page: Parameters): RawBuilder<Candidate> {
  const statuses = page.status === undefined ? [...PET_STATUSES, null] : [page.status];
  const parts = rangesOf(db, page).map((ranges) =>
    mergedQuery(
      page,
      statuses.flatMap((status) => ranges.map((range) => rangeQuery(db, page, status, range))),
    ),
  );
  const unknownLast = isUnknownLast(page.column)
    ? sql`case when place = ${sql.lit(UNKNOWN)} then 1 else 0 end,`
    : sql``;
  return sql`
    select id, place, cast(case when ${sql.join([sql`true`, ...conditionsOf(db, page)], sql` and `)}
      then 1 else 0 end as bigint) as is_match
    from (${sql.join(parts, sql` union all `)}) as candidates
    order by ${unknownLast} ${orderByPlace(page)} limit ${rowLimit(page.candidates)}`;
}

/** Merges ranges of the index of the order. SQLite reads no more of each than the page needs. */
function mergedQuery(page: Parameters, ranges: ReadonlyArray<RawBuilder<unknown>>): RawBuilder<unknown> {
  return sql`select * from (${sql.join(ranges, sql` union all `)}
    order by ${orderByPlace(page)} limit ${rowLimit(page.candidates)}) as merged`;
}

function orderByPlace(page: Pick<ListingOrder, 'column' | 'isDescending'>): RawBuilder<unknown> {
  const direction = directionOf(page);
  // The second column of the order is only named if it is another one.
  return page.column === 'id' ? sql`place ${direction}` : sql`place ${direction}, id ${direction}`;
}

/** Returns true for a list by id of the animals with photos, or of those without: `pets_by_photo` has each of them in this order. */
function isPhotoRange({ column, hasPhoto }: Pick<SortedPage, 'column' | 'hasPhoto'>): boolean {
  return column === 'id' && hasPhoto !== undefined;
}

function withoutPhoto({ hasPhoto }: Pick<SortedPage, 'hasPhoto'>): RawBuilder<number> {
  return sql.lit(hasPhoto === true ? 0 : 1);
}

function directionOf({ isDescending }: Pick<ListingOrder, 'isDescending'>): RawBuilder<unknown> {
  return isDescending ? sql`desc` : sql`asc`;
}

function* conditionsOf(db: Queries, page: Parameters): Generator<RawBuilder<boolean>> {
  if (page.categoryId !== undefined) yield sql`category_id = ${page.categoryId}`;
  if (page.hasPhoto !== undefined) yield sql`without_photo = ${withoutPhoto(page)}`;
  const ofProfile = profileConditions(db, page);
  if (ofProfile.length > 0) {
    // For `exists`, PostgreSQL may read all profiles.
    yield sql`(select true from profiles
      where profiles.pet_id = candidates.id and ${sql.join(ofProfile, sql` and `)})`;
  }
}

/** Returns the conditions of the ranges that follow a position; those of animals without a value are apart, if they are last. */
function rangesOf(db: Queries, page: Parameters): RawBuilder<boolean>[][] {
  const { column, isDescending, afterId, afterKey, isAfterUnknown } = page;
  const place = sql.ref(`pets.${column}`);
  const beyond = sql.raw(isDescending ? '<' : '>');
  const { usesCostBasedPlanner } = engineOf(db);
  // For an equality, a cost-based planner may choose the primary key, and skip the animals that do not match.
  const unknown = sql<boolean>`${place} ${sql.raw(usesCostBasedPlanner ? '<=' : '=')} ${sql.lit(UNKNOWN)}`;
  const known = sql<boolean>`${place} > ${sql.lit(UNKNOWN)}`;
  const isSplit = isUnknownLast(column);
  if (afterId === undefined || afterKey === undefined) return isSplit ? [[known], [unknown]] : [[sql`true`]];
  if (column === 'id') return [[sql`pets.id ${beyond} ${afterId}`]];
  const pair = sql<boolean>`(${place}, pets.id) ${beyond} (${afterKey}, ${afterId})`;
  if (isAfterUnknown)
    return [
      [usesCostBasedPlanner ? sql`${pair} and ${unknown}` : sql`${unknown} and pets.id ${beyond} ${afterId}`],
    ];
  const following = usesCostBasedPlanner
    ? [pair]
    : // SQLite uses the index for both values only if those with the same value are a range of their own.
      [
        sql<boolean>`${place} = ${afterKey} and pets.id ${beyond} ${afterId}`,
        sql<boolean>`${place} ${beyond} ${afterKey}`,
      ];
  return isSplit ? [following.map((range) => sql<boolean>`${range} and ${known}`), [unknown]] : [following];
}

/** Returns the animals of one status in a range of the index of the order: for PostgreSQL, which would sort all, only the first of them. */
function rangeQuery(
  db: Queries,
  page: Parameters,
  status: PetStatus | null,
  range: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const ofStatus = status === null ? sql`status is null` : sql`status = ${sql.lit(status)}`;
  const ofPhoto = isPhotoRange(page) ? sql`and without_photo = ${withoutPhoto(page)}` : sql``;
  const animals = sql`select pets.id as id, ${sql.ref(`pets.${page.column}`)} as place, category_id, without_photo from pets
    where ${ofStatus} ${ofPhoto} and ${range}`;
  if (!engineOf(db).usesCostBasedPlanner) return animals;
  const direction = directionOf(page);
  // PostgreSQL uses the index for null only if the order has the status, too.
  const byPhoto = isPhotoRange(page) ? sql`without_photo ${direction},` : sql``;
  return sql`select * from (${animals}
    order by status ${direction}, ${byPhoto} ${orderByPlace(page)} limit ${rowLimit(page.candidates)}) as part`;
}
