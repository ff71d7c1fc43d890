import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { MAX_COUNTED } from '../../platform/database/bounded-count.ts';
import type { PetStatus } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';

/** The filters of a list whose pets can be counted; a list with any other filter cannot. */
interface CountedFilters {
  readonly status?: PetStatus | undefined;
  readonly categoryId?: bigint | undefined;
}

/**
 * Returns the number of pets from the counts of the categories (docs/adr/0030), so its cost does not depend on that number.
 * Undefined for another status than `available`, which has no counts, and for too many categories.
 */
export function countPets(
  db: Queries,
  { status, categoryId }: CountedFilters,
): MaybePromise<bigint | undefined> {
  if (status !== undefined && status !== 'available') return undefined;
  return andThen(totals.first(db, { categoryId, limit: MAX_COUNTED + 1 }), (row) => {
    if (row === undefined || row.categories > BigInt(MAX_COUNTED)) return undefined;
    return status === undefined ? row.pets : row.available;
  });
}

interface Range {
  readonly categoryId?: bigint | undefined;
  readonly limit: number;
}

const totals = new PreparedQuery((db, { categoryId, limit }: Range) => {
  const all = db.selectFrom('category_totals').select(['pets', 'available']);
  const selected = categoryId === undefined ? all : all.where('id', '=', categoryId);
  return db
    .selectFrom(selected.limit(rowLimit(limit)).as('selected'))
    .select(({ fn }) => [fn.countAll<bigint>().as('categories'), sumOf('pets'), sumOf('available')]);
});

/** The sum of bigints is numeric on PostgreSQL. */
function sumOf(column: 'pets' | 'available') {
  return sql<bigint>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as(column);
}
