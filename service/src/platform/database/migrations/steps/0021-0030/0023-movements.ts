import type { Kysely } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';
import { withId } from '../../with-id.ts';

/** Adds the movements of animals. Those of an animal in the bin belong to it, as its photos do (docs/adr/0081). */
export async function movements(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('movements'), engine)
    .addColumn('pet_id', 'bigint', (column) => column.references('pets.id').onDelete('cascade'))
    .addColumn('removed_pet_id', 'bigint', (column) =>
      column.references('removed_pets.pet_id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('end_date', 'text')
    .addColumn('region', 'text')
    .addColumn('note', 'text')
    .addColumn('order_id', 'bigint')
    .execute();
  await db.schema.createIndex('movements_by_pet').on('movements').columns(['pet_id', 'id']).execute();
  await db.schema.createIndex('movements_by_removed_pet').on('movements').column('removed_pet_id').execute();
}
