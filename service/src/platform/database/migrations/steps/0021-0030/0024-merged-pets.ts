import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds the ids of pets that were merged into others, and the columns by which readers of the feed and later imports know them (docs/adr/0083). */
export async function mergedPets(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('merged_pets')
    .addColumn('pet_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('into_id', 'bigint', (column) => column.notNull())
    .addColumn('merged_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('merged_pets_by_remaining')
    .on('merged_pets')
    .columns(['into_id', 'pet_id'])
    .execute();
  await db.schema.alterTable('events').addColumn('merged_into', 'bigint').execute();
  await db.schema.alterTable('imported_pets').addColumn('merged_from', 'bigint').execute();
}
