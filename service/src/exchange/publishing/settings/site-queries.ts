import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Security, Site } from '../sites/site.ts';
import { defaultSettings, type StoredSite } from './site-settings.ts';

type Row = Tables['publishing_sites'];

const siteRow = new PreparedQuery((db, { accountId, site }: { accountId: bigint; site: string }) =>
  db.selectFrom('publishing_sites').selectAll().where('account_id', '=', accountId).where('site', '=', site),
);

/** Returns how an account sends its animals to a site: by default not at all. */
export function readSite(db: Queries, accountId: bigint, site: Site): MaybePromise<StoredSite> {
  return andThen(siteRow.first(db, { accountId, site: site.id }), (row) => {
    const defaults = defaultSettings(site);
    if (row === undefined) return { settings: defaults, sealedPassword: null };
    const settings = {
      isOn: row.is_on === 1n,
      username: row.username,
      host: row.host ?? defaults.host,
      port: row.port === null ? defaults.port : Number(row.port),
      security: (row.security as Security | null) ?? defaults.security, // this module has written it
      everyHours: Number(row.every_hours),
      options: { includeHeld: row.includes_held === 1n, includeUnaltered: row.includes_unaltered === 1n },
    };
    return { settings, sealedPassword: row.password };
  });
}

const upsert = new PreparedQuery((db, { account_id, site, ...values }: Row) =>
  db
    .insertInto('publishing_sites')
    .values({ account_id, site, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'site']).doUpdateSet(values)),
);

/** What is that of the site is stored as null, so that a correction of the site reaches it. */
export async function writeSite(
  db: Queries,
  accountId: bigint,
  site: Site,
  { settings, sealedPassword }: StoredSite,
): Promise<void> {
  const { host, port, security, options } = settings;
  await upsert.all(db, {
    account_id: accountId,
    site: site.id,
    is_on: settings.isOn ? 1n : 0n,
    username: settings.username,
    password: sealedPassword,
    host: host === site.host ? null : host,
    port: port === site.port ? null : BigInt(port),
    security: security === site.security ? null : security,
    every_hours: BigInt(settings.everyHours),
    includes_held: options.includeHeld ? 1n : 0n,
    includes_unaltered: options.includeUnaltered ? 1n : 0n,
  });
}
