import type { Kysely } from 'kysely';
import type { Tables } from '../../tables.ts';

/** Adds what admins set for e-mails, the letters about applications in the outbox, and how many were sent (docs/adr/0093). */
export async function mailSettings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('sealed_settings')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .execute();
  await db.schema
    .createTable('email_texts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('email_texts_pk', ['kind', 'language'])
    .execute();
  await db.schema
    .createTable('letter_counts')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('outbox').addColumn('application_id', 'bigint').execute();
  await db.schema.alterTable('outbox').addColumn('message_id', 'bigint').execute();
  await db.schema
    .createIndex('outbox_by_application')
    .on('outbox')
    .column('application_id')
    .where('application_id', 'is not', null)
    .execute();
}
