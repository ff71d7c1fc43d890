import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { withId } from '../with-id.ts';

/** Adds other catalogues and their animals (docs/adr/0106). */
export async function partners(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('partners'), engine)
    .addColumn('url', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('license', 'text')
    .addColumn('coordinates', 'text')
    .addColumn('page_url', 'text')
    .addColumn('animals_url', 'text')
    .addColumn('description_tag', 'text')
    .addColumn('animals_tag', 'text')
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('failure', 'text')
    .execute();
  await db.schema
    .createTable('partner_animals')
    .addColumn('partner_id', 'bigint', (column) => column.notNull().references('partners.id'))
    .addColumn('remote_id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('animal', 'text', (column) => column.notNull())
    .addColumn('photo_url', 'text')
    .addColumn('photo_id', 'text')
    .addColumn('photo', 'text')
    .addPrimaryKeyConstraint('partner_animals_pk', ['partner_id', 'remote_id'])
    .execute();
  await db.schema.createIndex('partner_animals_by_photo').on('partner_animals').column('photo_id').execute();
  await db.schema
    .createTable('partner_photos')
    .addColumn('photo_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('content', engine.name === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('partner_photos_pk', ['photo_id', 'name'])
    .execute();
}
