import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import type { Tables } from '../tables.ts';

/** Every table, in an order in which no row refers to a row of a later table. */
export const TRANSFERRED_TABLES = [
  'accounts',
  'api_keys',
  'key_uses',
  'first_links',
  'people',
  'invitations',
  'sessions',
  'session_tokens',
  'passkeys',
  'person_identities',
  'sign_in_attempts',
  'outbox',
  'email_texts',
  'day_counts',
  'sealed_settings',
  'bans',
  'quota_counters',
  'categories',
  'pets',
  'profiles',
  'removed_pets',
  'merged_pets',
  'movements',
  'photos',
  'photo_files',
  'search_prefixes',
  'name_trigrams',
  'search_progress',
  'stale_prefixes',
  'imported_pets',
  'imports',
  'import_files',
  'orders',
  'asked_questions',
  'applications',
  'application_states',
  'application_messages',
  'application_forms',
  'form_keys',
  'publishing_sites',
  'publishing_words',
  'publishing_runs',
  'publishing_photos',
  'events',
  'event_parts',
  'event_feed',
  'webhooks',
  'webhook_deliveries',
  'partners',
  'partner_animals',
  'partner_photos',
  'idempotency_keys',
  'store_identity',
  'settings',
  'skipped_ids',
] as const satisfies readonly (keyof Tables)[];

interface Column {
  readonly name: string;
  /** The type in PostgreSQL. The type of its array is the same with `[]`. */
  readonly type: 'bigint' | 'text' | 'bytea';
}

export interface TransferTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The primary key in the order of its index, or all columns of a table with only one row. */
  readonly key: readonly Column[];
}

/** Reads the columns and keys of all tables from the schema of a store in SQLite. */
export function readTransferTables(source: Queries): Promise<TransferTable[]> {
  return Promise.all(TRANSFERRED_TABLES.map((name) => readTable(source, name)));
}

/** A plain column of `pets` in SQLite. */
const GENERATED_IN_POSTGRES = 'name_order';

async function readTable(source: Queries, name: string): Promise<TransferTable> {
  const { rows } = await sql<{ name: string; type: string; pk: bigint }>`
    select name, type, pk from pragma_table_info(${name}) where name <> ${GENERATED_IN_POSTGRES} order by cid`.execute(
    source,
  );
  const columns = rows.map((row): Column & { pk: bigint } => ({
    name: row.name,
    type: typeInPostgres(row.type.toLowerCase()),
    pk: row.pk,
  }));
  const key = columns.filter(({ pk }) => pk > 0n).sort((one, other) => Number(one.pk - other.pk));
  return { name, columns, key: key.length > 0 ? key : columns };
}

/** The ids of SQLite are declared as `integer`, all other integers as `bigint`. */
function typeInPostgres(type: string): Column['type'] {
  if (type === 'text') return 'text';
  return type === 'blob' ? 'bytea' : 'bigint';
}
