import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/** The tables that decide who may do what. */
const WATCHED = ['accounts', 'api_keys', 'bans'] as const;

/**
 * Adds the version of accounts, keys and bans. Triggers set a new one in the transaction of each change (docs/adr/0036). It
 * is random, because a counter could reach the same number again after a restore, with other rows.
 */
export async function accessVersion(db: Kysely<Tables>, engine: Engine): Promise<void> {
  for (const statement of engine.supportsConcurrentWrites ? CONCURRENT_WRITERS : ONE_WRITER) {
    await sql.raw(statement).execute(db);
  }
}

const NEW_TABLE = 'create table access_version (version text not null)';

/** SQLite has triggers for rows only, and one for each event. */
const ONE_WRITER: readonly string[] = [
  NEW_TABLE,
  'insert into access_version (version) values (lower(hex(randomblob(16))))',
  ...WATCHED.flatMap((table) =>
    ['insert', 'update', 'delete'].map(
      (event) => `create trigger ${table}_new_version_after_${event} after ${event} on ${table}
        begin update access_version set version = lower(hex(randomblob(16))); end`,
    ),
  ),
];

/**
 * The update locks the only row until the transaction ends. So each transaction sets its version after the one before has
 * committed, and a version is visible together with all changes up to it.
 */
const CONCURRENT_WRITERS: readonly string[] = [
  NEW_TABLE,
  'insert into access_version (version) values (gen_random_uuid())',
  `create function set_access_version() returns trigger language plpgsql as $$
    begin
      update access_version set version = gen_random_uuid();
      return null;
    end $$`,
  ...WATCHED.map(
    (table) => `create trigger ${table}_new_version after insert or update or delete or truncate on ${table}
      for each statement execute function set_access_version()`,
  ),
];
