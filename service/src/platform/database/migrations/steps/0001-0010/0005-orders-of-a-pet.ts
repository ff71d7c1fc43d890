import type { Kysely } from 'kysely';
import type { Tables } from '../../../tables.ts';

/** Adds indexes for the orders of one pet that an account placed, or that are for a pet of the account. */
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
