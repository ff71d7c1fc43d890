import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';
import { withId } from '../../with-id.ts';

/** Adds the persons who sign in, their sessions and what they sign in with (docs/adr/0087). Events record the person who made the change. */
export async function people(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('people'), engine)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await db.schema.createIndex('people_by_account').on('people').columns(['account_id', 'id']).execute();
  await sql`create unique index people_by_email on people (email) where removed_at is null`.execute(db);
  const personId = 'person_id';
  await db.schema
    .createTable('invitations')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn(personId, 'bigint', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('invitations_by_person').on('invitations').column(personId).execute();
  await withId(db.schema.createTable('sessions'), engine)
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn(personId, 'bigint', (column) => column.notNull().references('people.id'))
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_person').on('sessions').columns([personId, 'id']).execute();
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
  await db.schema
    .createTable('session_tokens')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn('session_id', 'bigint', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('session_tokens_by_session')
    .on('session_tokens')
    .column('session_id')
    .execute();
  await db.schema.createIndex('session_tokens_by_expiry').on('session_tokens').column('expires_at').execute();
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn(personId, 'bigint', (column) => column.notNull().references('people.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema.createIndex('passkeys_by_person').on('passkeys').column(personId).execute();
  await db.schema
    .createTable('person_identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn(personId, 'bigint', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('person_identities_key', ['issuer', 'subject'])
    .execute();
  await db.schema
    .createIndex('person_identities_by_person')
    .on('person_identities')
    .column(personId)
    .execute();
  await db.schema
    .createTable('sign_in_attempts')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_attempts_by_expiry')
    .on('sign_in_attempts')
    .column('expires_at')
    .execute();
  await db.schema.alterTable('events').addColumn(personId, 'bigint').execute();
  for (const statement of engine.supportsConcurrentWrites ? TRIGGERS_OF_POSTGRES : TRIGGERS_OF_SQLITE) {
    await sql.raw(statement).execute(db);
  }
}

/**
 * A change of a person, and the end of a session, set a new version of what decides who may do what (docs/adr/0036). A new
 * session, and each use of one, change nothing for others.
 */
const WATCHED = { people: ['insert', 'update', 'delete'], sessions: ['delete'] } as const;

const TRIGGERS_OF_SQLITE = Object.entries(WATCHED).flatMap(([table, events]) =>
  events.map(
    (event) => `create trigger ${table}_new_version_after_${event} after ${event} on ${table}
      begin update access_version set version = lower(hex(randomblob(16))); end`,
  ),
);

const TRIGGERS_OF_POSTGRES = Object.entries(WATCHED).map(
  ([
    table,
    events,
  ]) => `create trigger ${table}_new_version after ${events.join(' or ')} or truncate on ${table}
    for each statement execute function set_access_version()`,
);
