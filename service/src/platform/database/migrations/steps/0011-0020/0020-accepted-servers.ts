import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/** Adds which PostgreSQL wrote the store, so that a failover is noticed (docs/adr/0071). A file of SQLite needs no such table. */
export async function acceptedServers(db: Kysely<Tables>, engine: Engine): Promise<void> {
  if (engine.name === 'sqlite') return;
  await db.schema
    .createTable('accepted_servers')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('system_identifier', 'text', (column) => column.notNull())
    .addColumn('timeline', 'bigint', (column) => column.notNull())
    .addColumn('table_oid', 'bigint', (column) => column.notNull())
    .addColumn('accepted_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const [name, source] of Object.entries(FUNCTIONS)) {
    await sql.raw(`create function ${name} language plpgsql as $$ ${source} $$`).execute(db);
  }
  // What was lost before this version is not known: after an older recovery the operator runs `advance-ids`.
  await sql`insert into accepted_servers (id, token, system_identifier, timeline, table_oid, accepted_at)
    select 1, ${randomUUID()}, system_identifier::text, current_timeline(), 'accepted_servers'::regclass::oid::bigint,
      (extract(epoch from now()) * 1000)::bigint
    from pg_control_system()`.execute(db);
}

/** PL/pgSQL, which keeps the plans for each connection: half of the time of a plain query, also behind a pooler. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  // The name of the current file of the WAL begins with the timeline. `pg_control_checkpoint()` lags after a promotion.
  'current_timeline() returns bigint': `
    begin
      return ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint;
    end`,
  // The token of this server if it is the last one that was accepted, otherwise null; empty on a standby.
  'accepted_token() returns text': `
    declare
      last record;
    begin
      if pg_is_in_recovery() then
        return '';
      end if;
      select *, tableoid::bigint as oid into last from accepted_servers order by id desc limit 1;
      if last.table_oid = last.oid
        and last.timeline = ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint
        and last.system_identifier = (select system_identifier from pg_control_system())::text then
        return last.token;
      end if;
      return null;
    end`,
};
