import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds the identity of the store, the ids that a recovery skipped, and the origin of pets that another store exported. */
export async function recovery(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('store_identity')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('backed_up_at', 'bigint')
    .execute();
  await db.insertInto('store_identity').values({ id: randomUUID(), backed_up_at: null }).execute();
  await db.schema
    .createTable('skipped_ids')
    .addColumn('table_name', 'text', (column) => column.notNull())
    .addColumn('first_id', 'bigint', (column) => column.notNull())
    .addColumn('last_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('skipped_ids_key', ['table_name', 'first_id'])
    .execute();
  await db.schema.alterTable('imported_pets').addColumn('origin', 'text').execute();
  // For an export, which reads the references of a page of pets, and an import, which looks up the origins of rows.
  await db.schema.createIndex('imported_pets_by_pet').on('imported_pets').column('pet_id').execute();
  await db.schema
    .createIndex('imported_pets_by_origin')
    .on('imported_pets')
    .column('origin')
    .where('origin', 'is not', null)
    .execute();
}
