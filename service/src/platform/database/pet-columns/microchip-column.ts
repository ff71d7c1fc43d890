import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** Returns the microchip in the JSON of `profiles.profile`, written as in its index: another expression would read all profiles. */
export function microchipOf(engine: Engine['name']): RawBuilder<string | null> {
  return engine === 'sqlite'
    ? sql`json_extract(profile, '$.microchip')`
    : sql`(profile::json ->> 'microchip')`;
}
