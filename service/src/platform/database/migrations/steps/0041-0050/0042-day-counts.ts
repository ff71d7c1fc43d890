import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Replaces the counts of letters and of applications by one table, which counts by account and by sender as well (docs/adr/0093). */
export async function dayCounts(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('day_counts')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('day_counts_pk', ['name', 'day'])
    .execute();
  await db.schema.dropTable('letter_counts').execute();
  await db.schema.dropTable('application_days').execute();
}
