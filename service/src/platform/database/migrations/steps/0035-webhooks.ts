import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { withId } from '../with-id.ts';

/** Adds where the feed is sent to, and what was sent (docs/adr/0104). */
export async function webhooks(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('webhooks'), engine)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('event_types', 'text')
    .addColumn('sends_batches', 'bigint', (column) => column.notNull())
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('skipped_until', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('pending_id', 'bigint')
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('failing_since', 'bigint')
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string) => db.schema.createIndex(`webhooks_by_${name}`).on('webhooks');
  await index('account').columns(['account_id', 'id']).execute();
  await index('turn').columns(['state', 'next_at']).execute();
  await withId(db.schema.createTable('webhook_deliveries'), engine)
    .addColumn('webhook_id', 'bigint', (column) => column.notNull().references('webhooks.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('after_id', 'bigint', (column) => column.notNull())
    .addColumn('last_id', 'bigint', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('attempted_at', 'bigint')
    .addColumn('duration_ms', 'bigint')
    .addColumn('status', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('answer', 'text')
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_by_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'id'])
    .execute();
}
