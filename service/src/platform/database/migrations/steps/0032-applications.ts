import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { withId } from '../with-id.ts';

/** Adds the applications of visitors (docs/adr/0090). Only these tables have what an applicant has written. */
export async function applications(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('asked_questions'), engine)
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute();
  await withId(db.schema.createTable('applications'), engine)
    .addColumn('account_id', 'bigint', (column) => column.references('accounts.id'))
    .addColumn('pet_id', 'bigint')
    .addColumn('category_id', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('queue', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('answered_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('erased_at', 'bigint')
    .addColumn('assigned_to', 'bigint', (column) => column.references('people.id'))
    .addColumn('order_id', 'bigint')
    .addColumn('acceptance_ended_at', 'bigint')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('telephone', 'text')
    .addColumn('answers', 'text')
    .addColumn('asked_id', 'bigint', (column) => column.references('asked_questions.id'))
    .addColumn('secret', 'text', (column) => column.unique())
    .addColumn('token_id', 'text', (column) => column.unique())
    .execute();
  const index = (name: string) => db.schema.createIndex(`applications_by_${name}`).on('applications');
  await index('account').columns(['account_id', 'id']).execute();
  await index('account_and_state').columns(['account_id', 'state', 'id']).execute();
  await index('account_and_time').columns(['account_id', 'created_at']).execute();
  await index('pet').columns(['pet_id', 'state', 'id']).execute();
  await index('end').columns(['erased_at', 'ended_at']).execute();
  await withId(db.schema.createTable('application_states'), engine)
    .addColumn('application_id', 'bigint', (column) => column.notNull().references('applications.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('api_key_id', 'bigint')
    .addColumn('person_id', 'bigint')
    .addColumn('reason', 'text')
    .execute();
  await withId(db.schema.createTable('application_messages'), engine)
    .addColumn('application_id', 'bigint', (column) => column.notNull().references('applications.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('api_key_id', 'bigint')
    .addColumn('person_id', 'bigint')
    .addColumn('content', 'text', (column) => column.notNull())
    .execute();
  for (const table of ['application_states', 'application_messages'] as const) {
    await db.schema
      .createIndex(`${table}_by_application`)
      .on(table)
      .columns(['application_id', 'id'])
      .execute();
  }
  await db.schema
    .createTable('application_forms')
    .addColumn('account_id', 'bigint', (column) => column.primaryKey().notNull().references('accounts.id'))
    .addColumn('questions', 'text')
    .addColumn('is_open', 'bigint', (column) => column.notNull())
    .addColumn('takes_general', 'bigint', (column) => column.notNull())
    .addColumn('promise_days', 'bigint', (column) => column.notNull())
    .addColumn('shows_answer_time', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('application_days')
    .addColumn('day', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('form_keys')
    .addColumn('secret', 'text', (column) => column.primaryKey().notNull())
    .execute();
  await db.schema.alterTable('api_keys').addColumn('scopes', 'text').execute();
}
