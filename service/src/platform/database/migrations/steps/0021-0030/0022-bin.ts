import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';
import { withId } from '../../with-id.ts';

/**
 * Adds the bin: an animal that is removed moves to a table of its own, so that no query of the catalogue can find it. Its photos
 * stay where they are, and refer to that table instead of `pets` (docs/adr/0078).
 */
export async function bin(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('removed_pets'), engine)
    .addColumn('pet_id', 'bigint', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('category_id', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text')
    .addColumn('owner_id', 'bigint', (column) => column.references('accounts.id'))
    .addColumn('created_at', 'bigint')
    .addColumn('status_changed_at', 'bigint')
    .addColumn('profile', 'text')
    .addColumn('removed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('removed_pets_by_owner')
    .on('removed_pets')
    .columns(['owner_id', 'id'])
    .execute();
  await db.schema.createIndex('removed_pets_by_time').on('removed_pets').column('removed_at').execute();
  if (engine.name === 'sqlite') await rebuildPetOfPhotos(db);
  else
    await db.schema
      .alterTable('photos')
      .alterColumn('pet_id', (column) => column.dropNotNull())
      .execute();
  await db.schema
    .alterTable('photos')
    .addColumn('removed_pet_id', 'bigint', (column) =>
      column.references('removed_pets.pet_id').onDelete('cascade'),
    )
    .execute();
  await sql`create index photos_by_removed_pet on photos (removed_pet_id) where removed_pet_id is not null`.execute(
    db,
  );
}

/**
 * SQLite cannot make a column nullable. A new column takes the place of the old one: a new table would cost a copy of all
 * files of photos, because they refer to this one, and dropping it would delete them.
 */
async function rebuildPetOfPhotos(db: Kysely<Tables>): Promise<void> {
  const triggers = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'photos'`.execute(db);
  // They name the column, and are made again.
  for (const { name } of triggers.rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
  await db.schema.dropIndex('photos_by_pet').execute();
  await db.schema.alterTable('photos').renameColumn('pet_id', 'old_pet_id').execute();
  await db.schema
    .alterTable('photos')
    .addColumn('pet_id', 'bigint', (column) => column.references('pets.id').onDelete('cascade'))
    .execute();
  await sql`update photos set pet_id = old_pet_id`.execute(db);
  await db.schema.alterTable('photos').dropColumn('old_pet_id').execute();
  await db.schema.createIndex('photos_by_pet').on('photos').columns(['pet_id', 'position']).execute();
  for (const trigger of triggers.rows) await sql.raw(trigger.sql).execute(db);
}
