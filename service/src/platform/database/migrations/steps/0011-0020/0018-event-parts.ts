import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds the parts that events share (docs/adr/0064). Events of an older store stay whole. */
export async function eventParts(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('event_parts')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('used_by', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('event_parts_by_use').on('event_parts').column('used_by').execute();
}
