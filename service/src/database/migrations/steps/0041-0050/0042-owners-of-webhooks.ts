import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds whom a webhook belongs to (docs/adr/0104). Those that were made before belong to no one. */
export async function ownersOfWebhooks(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('webhooks').addColumn('api_key_id', 'bigint').execute();
  await db.schema.alterTable('webhooks').addColumn('person_id', 'bigint').execute();
}
