import type { Kysely } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';
import { withId } from '../../with-id.ts';

/** Adds the entries of the search that are removed later, so that a change of a text writes fewer pages (docs/adr/0053). */
export async function staleEntries(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('stale_prefixes'), engine)
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .addColumn('prefixes', 'text', (column) => column.notNull())
    .execute();
}
