import { sql } from 'kysely';
import { petRange } from '../../catalogue/pets/pet-list-query.ts';
import { NO_FILTERS } from '../../catalogue/search/pet-filters.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { PET_STATUSES, type PetStatus } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';

/** Where the counts of a day or a month stop, so that an import of a million animals costs no more than this. */
export const MAX_ADDED = 10_000;
export const MAX_ADOPTED = 500;
/** The condition of the index `sold_pets_by_time`. */
const SOLD = sql`status = 'sold' and (created_at is null or status_changed_at > created_at)`;

export interface AskedPeriods {
  /** When each one begins and when the last one ends. */
  readonly midnights: readonly bigint[];
  /** True to count the orders of all accounts. */
  readonly hasOrders: boolean;
}

interface PeriodCounts {
  /** 0 is the first one. */
  readonly position: bigint;
  readonly added: bigint;
  readonly adopted: bigint;
}

/**
 * Counts the animals that were added and adopted in each day or month. An adoption is a completed order, which remains when its
 * animal is removed, or a status that was set to `sold`. Each count is one or two ranges of an index.
 *
 * Without orders, an adoption that an order completed counts only while its animal has the status.
 */
export function periodsQuery(_db: Queries, { midnights, hasOrders }: AskedPeriods) {
  const periods = midnights.slice(1).map((end, position) => {
    const first = (column: string, limit: number) => {
      const time = sql.ref(column);
      return sql`${time} >= ${midnights[position]} and ${time} < ${end} order by ${time} limit ${sql.lit(limit)}`;
    };
    const added = sql`select id from pets where ${first('created_at', MAX_ADDED)}`;
    const completed = sql`select pet_id from orders where status = 'completed' and ${first('updated_at', MAX_ADOPTED)}`;
    const sold = sql`select id from pets where ${SOLD} and ${first('status_changed_at', MAX_ADOPTED)}`;
    const both = sql`select pet_id from (${completed}) as completed union select id from (${sold}) as sold limit ${sql.lit(MAX_ADOPTED)}`;
    const adopted = hasOrders ? both : sold;
    return sql`select ${sql.lit(position)} as position,
      (select count(*) from (${added}) as found) as added, (select count(*) from (${adopted}) as found) as adopted`;
  });
  return sql<PeriodCounts>`${sql.join(periods, sql` union all `)}`;
}

const periodCounts = new PreparedQuery(periodsQuery, ['hasOrders']);

/** Returns the counts of periods, in their order. */
export function countBetween(db: Queries, asked: AskedPeriods): MaybePromise<PeriodCounts[]> {
  return andThen(periodCounts.all(db, asked), (rows) =>
    rows.toSorted((one, other) => Number(one.position) - Number(other.position)),
  );
}

/** Returns the animals that have been on hold for the longest time: first those of an older store, whose time is not known. */
export function longestOnHoldQuery(db: Queries, { limit }: { limit: number }) {
  return db
    .selectFrom('pets')
    .select('id')
    .where('status', '=', sql.lit('pending'))
    .orderBy('status_changed_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(rowLimit(limit));
}

const longestOnHold = new PreparedQuery(longestOnHoldQuery);

export function petsLongestOnHold(db: Queries, limit: number): MaybePromise<bigint[]> {
  return andThen(longestOnHold.all(db, { limit }), (rows) => rows.map(({ id }) => id));
}

/** Returns the available animals that have been in care for the longest time: first those of an older store, whose time is not known. */
export function longestInCareQuery(db: Queries, { limit }: { limit: number }) {
  return db
    .selectFrom('pets')
    .select('id')
    .where('status', '=', sql.lit('available'))
    .orderBy(sql`coalesce(in_care_since, created_at)`, (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(rowLimit(limit));
}

const longestInCare = new PreparedQuery(longestInCareQuery);

export function petsLongestInCare(db: Queries, limit: number): MaybePromise<bigint[]> {
  return andThen(longestInCare.all(db, { limit }), (rows) => rows.map(({ id }) => id));
}

/** Counts the animals of each status, up to a limit. */
export function statusesQuery(db: Queries, { limit }: { limit: number }) {
  const counts = PET_STATUSES.map((status) => {
    const found = petRange(db, { ...NO_FILTERS, status, order: 'oldest first', limit }).select('id');
    return sql`select ${sql.lit(status)} as status, count(*) as count from (${found}) as found`;
  });
  return sql<{ status: PetStatus; count: bigint }>`${sql.join(counts, sql` union all `)}`;
}

const statusCounts = new PreparedQuery(statusesQuery);

export function countPets(
  db: Queries,
  limit: number,
): MaybePromise<Array<{ status: PetStatus; count: bigint }>> {
  return andThen(statusCounts.all(db, { limit }), (rows) =>
    rows.toSorted((one, other) => PET_STATUSES.indexOf(one.status) - PET_STATUSES.indexOf(other.status)),
  );
}
