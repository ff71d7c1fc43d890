import type { PublicPagesConfig } from '../../platform/config/public-pages.ts';
import type { Queries } from '../../platform/database/database.ts';
import { readStoredSettings } from './setting-queries.ts';
import { effectiveSettings, timeZoneOf } from './settings.ts';

/** Reads the zone whose days the shelter counts, for what does not follow the settings as they change. */
export async function storedTimeZone(db: Queries, config: PublicPagesConfig): Promise<string> {
  return timeZoneOf(effectiveSettings(config, await readStoredSettings(db)));
}
