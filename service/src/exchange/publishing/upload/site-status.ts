import { timeText } from '../../../platform/core/clock.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { nextRunAt } from './run.ts';
import { type AccountSite, lastRun } from './run-queries.ts';
import { runResource } from './run-schemas.ts';

/** Returns how the last run to a site went, in the JSON of the API. */
export async function siteStatus(
  db: Queries,
  site: AccountSite,
  { isOn, everyHours }: Pick<SiteSettings, 'isOn' | 'everyHours'>,
  now: number,
): Promise<object> {
  const last = await lastRun(db, site);
  const next = isOn ? nextRunAt(last, everyHours, now) : undefined;
  return {
    ...(last !== undefined && { lastRun: runResource(last) }),
    nextRunAt: next === undefined ? null : timeText(Math.max(next, now)),
    ...(isOn && last?.state === 'asks' && { waitsFor: last.question }),
  };
}
