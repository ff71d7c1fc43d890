import type { Selectable } from 'kysely';
import type { Clock } from '../../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Role } from '../../../platform/core/role.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { nextRunAt, type Run, toRun } from './run.ts';
import { type AccountSite, addRun } from './run-queries.ts';

/** A site that is on, and the newest run to it. */
export interface ActiveSite extends AccountSite {
  readonly everyHours: number;
  readonly last: Run | undefined;
}

/** Of an account: the others cannot set up a site. */
const SENDING_ROLES: readonly Role[] = ['manager', 'admin'];

const sites = new PreparedQuery((db, { accountId }: { accountId: bigint | undefined }) => {
  let query = db
    .selectFrom('publishing_sites as sites')
    .innerJoin('accounts', 'accounts.id', 'sites.account_id')
    .leftJoin('publishing_runs as runs', (join) =>
      join.on('runs.id', '=', ({ selectFrom }) =>
        selectFrom('publishing_runs as newest')
          .select(({ fn }) => fn.max('newest.id').as('id'))
          .whereRef('newest.account_id', '=', 'sites.account_id')
          .whereRef('newest.site', '=', 'sites.site'),
      ),
    )
    .selectAll('runs')
    .select(['sites.account_id as site_account', 'sites.site as site_id', 'sites.every_hours'])
    .where('sites.is_on', '=', 1n)
    .where('accounts.disabled_at', 'is', null)
    .where('accounts.role', 'in', SENDING_ROLES);
  if (accountId !== undefined) query = query.where('sites.account_id', '=', accountId);
  return query.orderBy('sites.account_id').orderBy('sites.site');
});

/** Returns the sites that are on, of an account or of all that may send to them. */
export function activeSites(db: Queries, accountId?: bigint): MaybePromise<ActiveSite[]> {
  return andThen(sites.all(db, { accountId }), (rows) =>
    rows.map(({ site_account, site_id, every_hours, ...run }) => ({
      accountId: site_account,
      site: site_id,
      everyHours: Number(every_hours),
      // A row of the table, unless all of its columns are null.
      last: run.id === null ? undefined : toRun(run as Selectable<Tables['publishing_runs']>),
    })),
  );
}

/** Adds a run to each site whose time has come. */
export async function addDueRuns({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<void> {
  const now = clock.now();
  for (const { everyHours, last, ...site } of await activeSites(database.read)) {
    const at = nextRunAt(last, everyHours, now);
    if (at === undefined || at > now) continue;
    await database.write((db) => addRun(db, site, { last, isByRequest: false, now }));
  }
}
