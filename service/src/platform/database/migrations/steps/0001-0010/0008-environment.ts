import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** The environment of each kind of key, by the beginning of its hint. */
const ENVIRONMENT_OF: Readonly<Record<string, string>> = {
  petstore_live_: 'production',
  petstore_test_: 'staging',
};

/**
 * Adds the environment of the store. An older store gets that of its keys. If it has no keys, or keys of both kinds, the
 * next `serve` sets it.
 */
export async function environment(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('store_identity').addColumn('environment', 'text').execute();
  const { rows } = await sql<{
    prefix: string;
  }>`select distinct substr(hint, 1, 14) as prefix from api_keys`.execute(db);
  const found = rows.length === 1 ? ENVIRONMENT_OF[rows[0]?.prefix ?? ''] : undefined;
  if (found !== undefined) await db.updateTable('store_identity').set({ environment: found }).execute();
}
