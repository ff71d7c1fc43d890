import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';
import { withId } from '../../with-id.ts';

/** Creates the tables and indexes of orders, the event feed and idempotent writes. */
export async function storeArea(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await orderIndexes(db);
  await events(db, engine);
  await idempotency(db);
}

async function orderIndexes(db: Kysely<Tables>): Promise<void> {
  // One index for each combination of filters. Each ends with the id, so that a page is one range of it.
  for (const column of ['account_id', 'owner_id', 'pet_id'] as const) {
    await db.schema.createIndex(`orders_by_${column}`).on('orders').columns([column, 'id']).execute();
    await db.schema
      .createIndex(`orders_by_${column}_and_status`)
      .on('orders')
      .columns([column, 'status', 'id'])
      .execute();
  }
  await db.schema.createIndex('orders_by_status').on('orders').columns(['status', 'id']).execute();
  await db.schema
    .createIndex('orders_by_expiry')
    .on('orders')
    .column('expires_at')
    .where(sql.ref('expires_at'), 'is not', null)
    .execute();
}

async function events(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const table = db.schema.createTable('events');
  await (engine.supportsConcurrentWrites ? withIdLater(table) : withId(table, engine))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('api_key_id', 'bigint')
    .addColumn('placed_by', 'bigint')
    .addColumn('owner_id', 'bigint')
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  if (engine.supportsConcurrentWrites) {
    await db.schema
      .createIndex('events_without_id')
      .on('events')
      .column('sequence')
      .where(sql.ref('id'), 'is', null)
      .execute();
  }
  await db.schema
    .createTable('event_feed')
    .addColumn('last_purged', 'bigint', (column) => column.notNull())
    .execute();
  await db.insertInto('event_feed').values({ last_purged: 0n }).execute();
}

/** `sequence` is the order of writing. Events get their ids later, in the order of reading: see `record/events/event-ids.ts`. */
function withIdLater<T extends string>(table: CreateTableBuilder<T>) {
  return table
    .addColumn('sequence', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('id', 'bigint', (column) => column.unique());
}

async function idempotency(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'bigint', (column) => column.notNull())
    .addColumn('location', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['account_id', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_keys_by_age')
    .on('idempotency_keys')
    .column('created_at')
    .execute();
}
