import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import type { ListOrder } from '../../../platform/http/responses/pagination.ts';
import { type Run, toRun } from './run.ts';
import type { AccountSite } from './run-queries.ts';

/** How many runs of an account and a site are kept, besides the last one that has sent everything. */
const RUNS_KEPT = 100;

const page = new PreparedQuery(
  (
    db,
    {
      accountId,
      site,
      order,
      after,
      limit,
    }: { accountId: bigint; site: string; order: ListOrder; after: bigint | undefined; limit: number },
  ) => {
    const isNewestFirst = order === 'newest first';
    let query = db
      .selectFrom('publishing_runs')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('site', '=', site);
    if (after !== undefined) query = query.where('id', isNewestFirst ? '<' : '>', after);
    return query.orderBy('id', isNewestFirst ? 'desc' : 'asc').limit(rowLimit(limit));
  },
  ['order'],
);

/** Returns a page of the runs of an account to a site. */
export function listRuns(
  db: Queries,
  { accountId, site }: AccountSite,
  { order, after, limit }: { order: ListOrder; after: bigint | undefined; limit: number },
): MaybePromise<Run[]> {
  return andThen(page.all(db, { accountId, site, order, after, limit }), (rows) => rows.map(toRun));
}

const surplus = new PreparedQuery(
  (db, { accountId, site, kept }: { accountId: bigint; site: string; kept: number }) => {
    const ofSite = db
      .selectFrom('publishing_runs')
      .select('id')
      .where('account_id', '=', accountId)
      .where('site', '=', site)
      .orderBy('id', 'desc');
    return db
      .deleteFrom('publishing_runs')
      .where('account_id', '=', accountId)
      .where('site', '=', site)
      .where('id', '<', ({ selectFrom, fn }) =>
        selectFrom(ofSite.limit(rowLimit(kept)).as('newest')).select(fn.min('id').as('id')),
      )
      .where('id', 'not in', ({ selectFrom }) =>
        selectFrom(ofSite.where('state', '=', 'done').limit(rowLimit(1)).as('sent')).select('id'),
      );
  },
);

/** Deletes older runs than those that are kept. */
export async function deleteSurplusRuns(db: Queries, { accountId, site }: AccountSite): Promise<void> {
  await surplus.all(db, { accountId, site, kept: RUNS_KEPT });
}
