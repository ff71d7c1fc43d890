import { type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';
import { engineOf } from './prepared-query.ts';

/** Returns the JSON array of the tags in `profiles.profile`; null if there are none. */
export function tagsOf(db: Queries): RawBuilder<string | null> {
  return engineOf(db).name === 'sqlite'
    ? sql`json_extract(profiles.profile, '$.tags')`
    : sql`(profiles.profile::json -> 'tags')`;
}
