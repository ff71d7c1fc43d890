import type { Kysely } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';
import { withId } from '../../with-id.ts';

/** Adds the imports over HTTP, with their files (docs/adr/0046). */
export async function importJobs(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('imports'), engine)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('owner_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('dry_run', 'bigint', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('mapping', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('runner', 'text')
    .addColumn('heartbeat', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('starts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('rows', 'bigint')
    .addColumn('applied', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('highest_pet_id', 'bigint')
    .addColumn('summary', 'text')
    .addColumn('failure', 'text')
    .execute();
  await db.schema
    .createTable('import_files')
    .addColumn('import_id', 'bigint', (column) => column.notNull().references('imports.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('content', engine.name === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_files_key', ['import_id', 'name', 'position'])
    .execute();
}
