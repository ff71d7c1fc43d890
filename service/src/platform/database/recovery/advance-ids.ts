import { sql } from 'kysely';
import { MINUTE } from '../../core/clock.ts';
import type { Database, Queries } from '../database.ts';
import { advanceSequence, type HighestIds, NUMBERED_TABLES, readHighestIds } from './id-sequences.ts';
import { type IdsAfterRecovery, idsAfterRecovery, type ReplacedStore } from './ids-after-recovery.ts';

export interface AdvanceOptions {
  readonly now: number;
  /** The store that `restore` replaces; undefined for other recoveries. */
  readonly replaced?: ReplacedStore | undefined;
  /** The identity of the store in the backup. It is compared with that of the replaced store. */
  readonly storeId?: string | undefined;
}

/** The new ids, and the time of the backup. */
export interface AdvancedIds extends IdsAfterRecovery {
  readonly backedUpAt: number;
}

/**
 * Makes the ids of a recovered store continue above all ids that it may have assigned after its backup. No process may
 * serve the store at the same time. It records the skipped ids: a reader of the feed that has one of them has seen
 * events that the store lost.
 */
export function advanceIds(database: Database, options: AdvanceOptions): Promise<AdvancedIds> {
  return database.write((db) => advanceIdsWithin(db, options));
}

/** Does the same at the end of a transaction, whose writers wait. */
export async function advanceIdsWithin(
  db: Queries,
  { now, replaced, storeId }: AdvanceOptions,
): Promise<AdvancedIds> {
  const identity = await db.selectFrom('store_identity').selectAll().forUpdate().executeTakeFirstOrThrow();
  const backedUpAt = Number(identity.backed_up_at ?? (await newestTime(db)));
  const recovered = await readHighestIds(db);
  const { basis, ids } = idsAfterRecovery({ recovered, storeId, replaced, backedUpAt, now });
  await db.updateTable('store_identity').set({ backed_up_at: null }).execute();
  await skip(db, recovered, ids);
  return { basis, ids, backedUpAt };
}

async function skip(db: Queries, from: HighestIds, to: HighestIds): Promise<void> {
  for (const table of NUMBERED_TABLES) {
    const [first, last] = [from[table] + 1n, to[table]];
    if (last < first) continue;
    await db
      .insertInto('skipped_ids')
      .values({ table_name: table, first_id: first, last_id: last })
      .execute();
    await advanceSequence(db, table, last);
  }
}

/** Returns the latest time of any row. The backup cannot be older. */
async function newestTime(db: Queries): Promise<bigint> {
  const { rows } = await sql<{ newest: bigint | null }>`
    select max(at) as newest from (
      select max(created_at) as at from api_keys
      union all select max(updated_at) from orders
      union all select max(at) from (select at from events where id is not null order by id desc limit 1) as latest
      union all select max(window_number) * ${sql.lit(MINUTE)} from quota_counters where window_name = 'minute'
    ) as times`.execute(db);
  return rows[0]?.newest ?? 0n;
}
