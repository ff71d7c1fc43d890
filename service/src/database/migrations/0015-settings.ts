import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Adds what admins set while the service runs. */
export async function settings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
