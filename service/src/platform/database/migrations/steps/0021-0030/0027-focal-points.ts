import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds the point that a picture is framed by (docs/adr/0085). Null is the default, so that no row is rewritten. */
export async function focalPoints(db: Kysely<Tables>): Promise<void> {
  // SQLite adds one column per statement.
  await db.schema.alterTable('photos').addColumn('focal_x', 'bigint').execute();
  await db.schema.alterTable('photos').addColumn('focal_y', 'bigint').execute();
}
