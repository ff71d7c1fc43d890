import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import { countOnPage, type ListOrder } from '../../../platform/http/responses/pagination.ts';
import type { ImportJob } from './import-job.ts';
import { toJob } from './job-queries.ts';

const COLUMNS_OF_LIST = [
  'id',
  'owner_id',
  'state',
  'dry_run',
  'file_name',
  'format',
  'created_at',
  'finished_at',
  'starts',
  'rows',
  'applied',
  'highest_pet_id',
  'summary',
  'failure',
  'language',
  'has_preview',
  'preview',
] as const;

/** An import has at most a few megabytes of them, and its mapping may have 4 MiB, which the list does not show. */
const BYTES_OF_RESULT = sql<bigint>`octet_length(coalesce(summary, '')) + octet_length(coalesce(preview, ''))`;

const importsOfPage = new PreparedQuery(
  (db, { order, after, limit }: { order: ListOrder; after: bigint | undefined; limit: number }) => {
    const isNewestFirst = order === 'newest first';
    let query = db
      .selectFrom('imports')
      .select(['id', BYTES_OF_RESULT.as('bytes')])
      .where('state', '!=', 'receiving');
    if (after !== undefined) query = query.where('id', isNewestFirst ? '<' : '>', after);
    return query.orderBy('id', isNewestFirst ? 'desc' : 'asc').limit(rowLimit(limit));
  },
  ['order'],
);

const importsByIds = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db
    .selectFrom('imports')
    .select([...COLUMNS_OF_LIST, sql<string | null>`null`.as('mapping')])
    .where('id', 'in', ids),
);

interface FoundImports {
  /** Without their mappings. */
  readonly items: readonly ImportJob[];
  /** The last id that was examined if there are more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
}

/** @param page its limit is one more than the page has. */
export function listImports(
  db: Queries,
  page: { order: ListOrder; after: bigint | undefined; limit: number },
): MaybePromise<FoundImports> {
  return andThen(importsOfPage.all(db, page), (rows) => {
    const first = rows.slice(0, page.limit - 1);
    const ids = first.slice(0, countOnPage(first.map(({ bytes }) => Number(bytes)))).map(({ id }) => id);
    const examined = ids.length < rows.length ? ids.at(-1) : undefined;
    if (ids.length === 0) return { items: [], examined };
    return andThen(importsByIds.all(db, { ids }), (found) => {
      const byId = new Map(found.map((row) => [row.id, row]));
      return { items: ids.flatMap((id) => byId.get(id) ?? []).map(toJob), examined };
    });
  });
}
