import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';
import { withId } from '../../with-id.ts';

export async function initial(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await accounts(db, engine);
  await quotas(db);
  await pets(db, engine);
  await orders(db, engine);
}

async function accounts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('accounts'), engine)
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('per_minute', 'bigint')
    .addColumn('per_day', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await withId(db.schema.createTable('api_keys'), engine)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('api_keys_by_account').on('api_keys').column('account_id').execute();
  await withId(db.schema.createTable('bans'), engine)
    .addColumn('api_key_id', 'bigint', (column) => column.notNull().references('api_keys.id'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('lifted_at', 'bigint')
    .execute();
  await db.schema.createIndex('bans_by_key').on('bans').columns(['api_key_id', 'ends_at']).execute();
}

async function quotas(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('quota_counters')
    .addColumn('window_name', 'text', (column) => column.notNull())
    .addColumn('window_number', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_counters_key', ['window_name', 'window_number', 'account_id'])
    .execute();
}

async function pets(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('pets'), engine)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('category_id', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text')
    .addColumn('owner_id', 'bigint', (column) => column.references('accounts.id'))
    .execute();
  // One index for each combination of filters. Each ends with the id, so that a page is one range of it.
  await db.schema.createIndex('pets_by_status').on('pets').columns(['status', 'id']).execute();
  await db.schema.createIndex('pets_by_category').on('pets').columns(['category_id', 'id']).execute();
  await db.schema
    .createIndex('pets_by_category_and_status')
    .on('pets')
    .columns(['category_id', 'status', 'id'])
    .execute();
  await db.schema
    .createTable('categories')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('name', 'text')
    .execute();
  await db.schema
    .createTable('imported_pets')
    .addColumn('owner_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('category_id', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text')
    .addPrimaryKeyConstraint('imported_pets_key', ['owner_id', 'reference'])
    .execute();
}

async function orders(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('orders'), engine)
    .addColumn('pet_id', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('owner_id', 'bigint', (column) => column.references('accounts.id'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('placed_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  // Allows only one open order (placed or approved) for each pet, even if the code has an error.
  await db.schema
    .createIndex('one_open_order_per_pet')
    .unique()
    .on('orders')
    .column('pet_id')
    .where(sql.ref('status'), 'in', [sql.lit('placed'), sql.lit('approved')])
    .execute();
}
