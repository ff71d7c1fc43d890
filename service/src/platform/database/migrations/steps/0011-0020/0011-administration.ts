import type { Kysely } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/** Adds what admins set and see of accounts and keys, and what they set while the service runs. */
export async function administration(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('disabled_at', 'bigint').execute();
  for (const column of ['label', 'role', 'allowed_origins']) {
    await db.schema.alterTable('api_keys').addColumn(column, 'text').execute();
  }
  // Apart from the keys, so that a use neither changes the version of `access_version` nor waits for a change of its key.
  await db.schema
    .createTable('key_uses')
    .addColumn('api_key_id', engine.idType, (column) => column.primaryKey().references('api_keys.id'))
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('first_links')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
