import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds which key a key replaced (docs/adr/0063). The keys that an older version rotated stay independent of each other. */
export async function rotatedKeys(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('rotated_from', 'bigint').execute();
  await db.schema.alterTable('api_keys').addColumn('chain_id', 'bigint').execute();
  await db.schema
    .createIndex('api_keys_by_chain')
    .on('api_keys')
    .columns(['chain_id', 'rotated_from'])
    .execute();
}
