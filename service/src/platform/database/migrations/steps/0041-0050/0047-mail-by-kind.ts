import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Finds the codes and invitations that wait, which are sent before letters. */
export async function mailByKind(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createIndex('outbox_by_kind')
    .on('outbox')
    .columns(['failed_at', 'kind', 'next_at'])
    .execute();
}
