import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds whose right a webhook, an invitation and an import depend on (docs/threat-model.md). It is not known of those from before. */
export async function principals(db: Kysely<Tables>): Promise<void> {
  const columns = [
    ['webhooks', 'api_key_id', 'person_id'],
    ['imports', 'api_key_id', 'person_id'],
    ['invitations', 'by_key_id', 'by_person_id'],
  ] as const;
  for (const [table, keyId, personId] of columns) {
    await db.schema.alterTable(table).addColumn(keyId, 'bigint').execute();
    await db.schema.alterTable(table).addColumn(personId, 'bigint').execute();
  }
}
