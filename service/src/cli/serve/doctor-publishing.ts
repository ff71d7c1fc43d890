import { readSite } from '../../exchange/publishing/settings/site-queries.ts';
import { openPassword } from '../../exchange/publishing/settings/site-settings.ts';
import { findSite } from '../../exchange/publishing/sites/sites.ts';
import { type ActiveSite, activeSites } from '../../exchange/publishing/upload/schedule.ts';
import { UPLOAD_FAULTS } from '../../exchange/publishing/upload/upload-fault.ts';
import type { Queries } from '../../platform/database/database.ts';
import { Secrets } from '../../platform/database/secrets.ts';
import { type Check, ok, warning } from './finding.ts';

/** How many sites are named. The console of each account has its own. */
const MAX_NAMED = 5;
const LOCKED =
  'its password was encrypted with another key: set SECRETS_KEY to that, restore the file of the key beside the store, or set the password again under Publishing';
const QUESTIONS = {
  first_upload: 'the first upload waits for a yes of a manager under Publishing',
  sudden_drop: 'far fewer animals than before wait for a yes of a manager under Publishing, up to 24 hours',
} as const;

/** Reports listing sites that are on and get nothing: the last run failed, it waits for an answer, or the password cannot be read. */
export const checkPublishing: Check = (context, config) =>
  context.readDatabase(async ({ read }) => {
    const sites = await activeSites(read);
    if (sites.length === 0) return undefined;
    const secrets = new Secrets(config);
    const problems: string[] = [];
    for (const site of sites) {
      const problem = await problemOf(read, site, secrets);
      if (problem !== undefined) problems.push(`${await describeSite(read, site)}: ${problem}`);
    }
    if (problems.length === 0) return ok(`${sites.length} on, and no last run has failed`);
    const others = problems.length - MAX_NAMED;
    const more = others > 0 ? [`and ${others} more`] : [];
    return warning([...problems.slice(0, MAX_NAMED), ...more].join('; '));
  });

async function problemOf(
  db: Queries,
  { accountId, site: id, last }: ActiveSite,
  secrets: Secrets,
): Promise<string | undefined> {
  const site = findSite(id);
  if (site === undefined) return 'this version does not know the site';
  const stored = await readSite(db, accountId, site);
  const isLocked =
    stored.sealedPassword !== null && openPassword(accountId, site.id, stored, secrets) === undefined;
  if (isLocked) return LOCKED;
  if (last?.state === 'asks' && last.question !== undefined) return QUESTIONS[last.question];
  if (last?.state !== 'failed') return undefined;
  return last.reason === undefined ? 'the last run failed' : UPLOAD_FAULTS[last.reason];
}

async function describeSite(db: Queries, { accountId, site }: ActiveSite): Promise<string> {
  const { name } = await db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return `${findSite(site)?.name ?? site} of the account "${name}"`;
}
