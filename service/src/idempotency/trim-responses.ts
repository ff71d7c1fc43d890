import { sql } from 'kysely';
import { SECOND, systemWorkClock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { PreparedQuery, rowLimit } from '../database/prepared-query.ts';
import { deleteResponses, ROW_BYTES } from './idempotency-store.ts';

/** The responses of as long are deleted together, so that there are at most 8,640 sums to compare. */
export const TRIMMED_TOGETHER_MS = 10 * SECOND;
/** One step takes a few milliseconds, and a step of the largest bodies about ten. */
const ROWS_PER_STEP = 100;

interface Step {
  readonly accountId: bigint;
  readonly after: string;
  readonly limit: number;
}

const nextRows = new PreparedQuery((db, { accountId, after, limit }: Step) =>
  db
    .selectFrom('idempotency_keys')
    .select(['key', 'created_at', sql<number | bigint>`octet_length(body)`.as('bytes')])
    .where('account_id', '=', accountId)
    .where('key', '>', after)
    .orderBy('key')
    .limit(rowLimit(limit)),
);

/**
 * Deletes the oldest responses of an account, so that about `maxBytes` remain. It reads all responses of the account, which takes
 * seconds, in short steps: requests are handled between them for as long as each took.
 */
export async function trimResponses(database: Database, accountId: bigint, maxBytes: number): Promise<void> {
  const bytesByTime = new Map<number, number>();
  for await (const rows of rowsOf(database, accountId)) {
    for (const { created_at, bytes } of rows) {
      const time = Math.floor(Number(created_at) / TRIMMED_TOGETHER_MS);
      bytesByTime.set(time, (bytesByTime.get(time) ?? 0) + ROW_BYTES + Number(bytes));
    }
  }
  const last = newestBeyond(bytesByTime, maxBytes);
  if (last === undefined) return;
  const before = BigInt((last + 1) * TRIMMED_TOGETHER_MS - 1);
  for await (const rows of rowsOf(database, accountId)) {
    const old = rows.filter(({ created_at }) => created_at <= before);
    if (old.length === 0) continue;
    await database.write((db) => deleteResponses(db, accountId, old, before), { commit: 'asynchronous' });
  }
}

async function* rowsOf(database: Database, accountId: bigint) {
  for (let after = ''; ; ) {
    const beganAt = systemWorkClock.monotonic();
    const rows = await nextRows.all(database.read, { accountId, after, limit: ROWS_PER_STEP });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.key;
    await systemWorkClock.pause(systemWorkClock.monotonic() - beganAt);
  }
}

/** Returns the newest time whose responses, together with all newer ones, are larger than `maxBytes`. */
function newestBeyond(bytesByTime: ReadonlyMap<number, number>, maxBytes: number): number | undefined {
  let total = 0;
  for (const [time, bytes] of [...bytesByTime].sort(([one], [other]) => other - one)) {
    total += bytes;
    if (total > maxBytes) return time;
  }
  return undefined;
}
