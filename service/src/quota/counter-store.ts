import type { Queries } from '../database/database.ts';
import type { WindowName } from './decide.ts';

/** What an account used in one window. */
export interface Counter {
  accountId: bigint;
  window: WindowName;
  number: number;
  used: number;
}

/** Writes counters over those of the same account and window. */
export async function saveCounters(db: Queries, counters: readonly Counter[]): Promise<void> {
  await db
    .insertInto('quota_counters')
    .values(
      counters.map(({ accountId, window, number, used }) => ({
        account_id: accountId,
        window_name: window,
        window_number: BigInt(number),
        used: BigInt(used),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['window_name', 'window_number', 'account_id'])
        .doUpdateSet({ used: (columns) => columns.ref('excluded.used') }),
    )
    .execute();
}

/** The counters of one window of every account, or of one. */
export async function loadCounters(
  db: Queries,
  window: WindowName,
  range: { from: number; to: number },
  accountId?: bigint,
): Promise<Counter[]> {
  let query = db
    .selectFrom('quota_counters')
    .select(['account_id', 'window_number', 'used'])
    .where('window_name', '=', window)
    .where('window_number', '>=', BigInt(range.from))
    .where('window_number', '<=', BigInt(range.to))
    .orderBy('window_number');
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  const rows = await query.execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    window,
    number: Number(row.window_number),
    used: Number(row.used),
  }));
}

export async function deleteCountersBefore(db: Queries, window: WindowName, number: number): Promise<void> {
  await db
    .deleteFrom('quota_counters')
    .where('window_name', '=', window)
    .where('window_number', '<', BigInt(number))
    .execute();
}
