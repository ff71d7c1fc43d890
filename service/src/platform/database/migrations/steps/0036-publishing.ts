import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';

/** Adds how accounts send their animals to listing sites, and the words of these sites (docs/adr/0102). */
export async function publishing(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('publishing_sites')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('site', 'text', (column) => column.notNull())
    .addColumn('is_on', 'bigint', (column) => column.notNull())
    .addColumn('username', 'text')
    .addColumn('password', 'text')
    .addColumn('host', 'text')
    .addColumn('port', 'bigint')
    .addColumn('security', 'text')
    .addColumn('every_hours', 'bigint', (column) => column.notNull())
    .addColumn('includes_held', 'bigint', (column) => column.notNull())
    .addColumn('includes_unaltered', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('publishing_sites_pk', ['account_id', 'site'])
    .execute();
  await db.schema
    .createTable('publishing_words')
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('site', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('category_id', 'bigint', (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('site_word', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('publishing_words_pk', ['account_id', 'site', 'kind', 'category_id', 'word'])
    .execute();
  // Few animals wait for an adopter, so that a file reads only those of its account, and an adoption writes one entry.
  await sql`create index waiting_pets_by_owner on pets (owner_id, id) where status in ('available', 'pending')`.execute(
    db,
  );
}
