import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database.ts';
import { engineOf } from '../prepared-query.ts';

/** The tables whose ids increase and are never assigned twice. */
export const NUMBERED_TABLES = [
  'accounts',
  'api_keys',
  'bans',
  'pets',
  'orders',
  'movements',
  'applications',
  'events',
] as const;
export type NumberedTable = (typeof NUMBERED_TABLES)[number];
/** Other tables with ids that increase. A recovery skips none of them, because no client keeps them. */
export const OTHER_NUMBERED_TABLES = [
  'imports',
  'stale_prefixes',
  'removed_pets',
  'people',
  'sessions',
  'outbox',
  'asked_questions',
  'application_states',
  'application_messages',
  'webhooks',
  'webhook_deliveries',
  'publishing_runs',
  'partners',
] as const;
type AnyNumberedTable = NumberedTable | (typeof OTHER_NUMBERED_TABLES)[number];

/** The highest id that each table ever assigned, also to deleted rows; 0 if none. */
export type HighestIds = Readonly<Record<NumberedTable, bigint>>;

/** Creates a record with one id for each numbered table. */
export function perTable(idOf: (table: NumberedTable) => bigint): HighestIds {
  return {
    accounts: idOf('accounts'),
    api_keys: idOf('api_keys'),
    bans: idOf('bans'),
    pets: idOf('pets'),
    orders: idOf('orders'),
    movements: idOf('movements'),
    applications: idOf('applications'),
    events: idOf('events'),
  };
}

export async function readHighestIds(db: Queries): Promise<HighestIds> {
  const ids = new Map<NumberedTable, bigint>();
  for (const table of NUMBERED_TABLES) ids.set(table, await readHighestId(db, table));
  return perTable((table) => ids.get(table) ?? 0n);
}

export async function readHighestId(db: Queries, table: AnyNumberedTable): Promise<bigint> {
  const { rows } = await sql<{ highest: bigint | null }>`
    select max(highest) as highest from (
      select max(id) as highest from ${sql.table(table)}
      union all select max(last_id) from skipped_ids where table_name = ${sql.lit(table)}
      ${table === 'events' ? sql`union all select last_purged from event_feed` : sql``}
      ${await lastAssigned(db, table)}
    ) as known`.execute(db);
  const highest = rows[0]?.highest ?? 0n;
  return highest > 0n ? highest : 0n;
}

/** Selects the last id that the engine assigned. After a row is deleted, only this counter has its id. */
async function lastAssigned(db: Queries, table: AnyNumberedTable): Promise<RawBuilder<unknown>> {
  if (!engineOf(db).idIsIdentity) {
    return sql`union all select seq from sqlite_sequence where name = ${sql.lit(table)}`;
  }
  const sequence = await sequenceOf(db, table);
  if (sequence === null) return sql``;
  return sql`union all select case when is_called then last_value end from ${sql.raw(sequence)}`;
}

/**
 * Makes the ids of a table continue after `id`. Call it at the end of a transaction: on PostgreSQL, a rollback does not
 * undo it. A rollback would undo `alter sequence ... restart`, but with `wal_level=minimal` a crash may lose that
 * statement and the ids that were assigned after it.
 */
export async function advanceSequence(db: Queries, table: AnyNumberedTable, id: bigint): Promise<void> {
  if (!engineOf(db).idIsIdentity) {
    await sql`delete from sqlite_sequence where name = ${sql.lit(table)}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) values (${sql.lit(table)}, ${id})`.execute(db);
    return;
  }
  const sequence = await sequenceOf(db, table);
  // Events have no sequence: their ids continue after the newest event and after the skipped ids.
  if (sequence !== null) await sql`select setval(${sequence}::text::regclass, ${id})`.execute(db);
}

/** Returns the quoted name of the sequence of the ids in PostgreSQL; null for events. */
async function sequenceOf(db: Queries, table: AnyNumberedTable): Promise<string | null> {
  const { rows } = await sql<{ sequence: string | null }>`
    select pg_get_serial_sequence(${sql.lit(table)}, 'id') as sequence`.execute(db);
  return rows[0]?.sequence ?? null;
}
