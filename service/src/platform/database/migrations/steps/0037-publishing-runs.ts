import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { withId } from '../with-id.ts';

/** Adds what was sent to listing sites (docs/adr/0103). */
export async function publishingRuns(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('publishing_runs'), engine)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('site', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('question', 'text')
    .addColumn('asked_at', 'bigint')
    .addColumn('confirmed', 'text')
    .addColumn('reason', 'text')
    .addColumn('failures', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('animals', 'bigint')
    .addColumn('photos', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('by_request', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('runner', 'text')
    .addColumn('heartbeat', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('starts', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('publishing_runs_by_site')
    .on('publishing_runs')
    .columns(['account_id', 'site', 'id'])
    .execute();
  await sql`create unique index open_publishing_runs on publishing_runs (account_id, site) where state in ('waiting', 'running', 'asks')`.execute(
    db,
  );
  await db.schema
    .createTable('publishing_photos')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('site', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('photo_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('publishing_photos_pk', ['account_id', 'site', 'target', 'path'])
    .execute();
}
