import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds previews of imports, their language, and the dates of imported rows (docs/adr/0058). */
export async function importPreviews(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('imported_pets').addColumn('row_date', 'text').execute();
  await db.schema.alterTable('imports').addColumn('language', 'text').execute();
  await db.schema
    .alterTable('imports')
    .addColumn('has_preview', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('imports').addColumn('preview', 'text').execute();
}
