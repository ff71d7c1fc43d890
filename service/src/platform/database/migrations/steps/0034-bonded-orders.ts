import type { Kysely } from 'kysely';
import type { Tables } from '../../tables.ts';

/** Adds the orders that were placed together, for animals that go together (docs/adr/0097). */
export async function bondedOrders(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('bonded_ids', 'text').execute();
}
