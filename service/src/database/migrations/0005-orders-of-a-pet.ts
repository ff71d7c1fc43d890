import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** The orders of a pet that an account placed, and those for a pet it added, each as one range of an index. */
export async function ordersOfAPet(db: Kysely<Tables>): Promise<void> {
  for (const column of ['account_id', 'owner_id'] as const) {
    const name = `orders_by_pet_and_${column}`;
    await db.schema.createIndex(name).on('orders').columns(['pet_id', column, 'id']).execute();
    await db.schema
      .createIndex(`${name}_and_status`)
      .on('orders')
      .columns(['pet_id', column, 'status', 'id'])
      .execute();
  }
}
