import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../tables.ts';

/**
 * Divides the index of the ends of applications: into the erased ones, as the list of erasures reads them, and the others, which are
 * erased by their end or, while they wait, by their last change. With one index for both, SQLite also read all others to find some by their ids.
 */
export async function erasedApplications(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('applications_by_end').execute();
  await db.schema
    .createIndex('erased_applications')
    .on('applications')
    .columns(['erased_at', 'id'])
    .where(sql<boolean>`erased_at is not null`)
    .execute();
  await db.schema
    .createIndex('applications_by_end')
    .on('applications')
    .columns(['ended_at', 'updated_at'])
    .where(sql<boolean>`erased_at is null`)
    .execute();
}
