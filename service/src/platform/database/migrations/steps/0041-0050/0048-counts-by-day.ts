import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Finds the counts of the days before, among those of today. */
export async function countsByDay(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('day_counts_by_day').on('day_counts').column('day').execute();
}
