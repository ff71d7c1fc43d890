import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';

/**
 * Adds the indexes of what was added, adopted and put on hold at which time, for `insight/summary/`. They begin with the status:
 * otherwise SQLite would read every row of the index of all statuses.
 */
export async function summary(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.createIndex('pets_by_creation').on('pets').column('created_at').execute();
  // A time that is not known is the oldest one. SQLite has null before all values, and no syntax for it.
  const order = engine.name === 'sqlite' ? '' : 'nulls first';
  await sql`create index pending_pets_by_time on pets (status, status_changed_at ${sql.raw(order)}, id)
    where status = 'pending'`.execute(db);
  // Without animals that were imported as sold: they were not adopted on that day.
  await db.schema
    .createIndex('sold_pets_by_time')
    .on('pets')
    .columns(['status', 'status_changed_at', 'id', 'created_at'])
    .where(sql<boolean>`status = 'sold' and (created_at is null or status_changed_at > created_at)`)
    .execute();
  await db.schema
    .createIndex('completed_orders_by_time')
    .on('orders')
    .columns(['status', 'updated_at', 'pet_id'])
    .where(sql<boolean>`status = 'completed'`)
    .execute();
}
