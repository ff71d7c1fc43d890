import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';

/**
 * Adds which completed orders have recorded their adoption as a movement. What a process of an older version completes lacks it,
 * before this migration and beside it (`catalogue/orders/missing-adoptions.ts`). The movement itself may be deleted later.
 */
export async function recordedAdoptions(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('adoption_recorded', 'bigint').execute();
  await db.schema
    .createIndex('unrecorded_adoptions')
    .on('orders')
    .column('id')
    .where(sql<boolean>`status = 'completed' and adoption_recorded is null`)
    .execute();
}
