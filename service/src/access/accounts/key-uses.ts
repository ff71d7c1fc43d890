import { type Clock, MINUTE } from '../../platform/core/clock.ts';
import { runInBackground } from '../../platform/core/tasks/background-job.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Step } from '../../platform/http/route.ts';

/** How many rows one transaction writes. */
const MAX_ROWS = 500;

const upsert = new PreparedQuery((db: Queries, { rows }: { rows: ReadonlyArray<Tables['key_uses']> }) =>
  db
    .insertInto('key_uses')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('api_key_id')
        .doUpdateSet({ used_at: (columns) => columns.ref('excluded.used_at') })
        .whereRef('key_uses.used_at', '<', 'excluded.used_at'),
    ),
);

/** When keys are used, to the minute. Written once a minute, so that no request waits for it. A crash loses one minute. */
export class KeyUses {
  readonly #database: Database;
  /** The keys that were used since the last write, each with the minute. */
  #used = new Map<bigint, bigint>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Records the use of a key. */
  readonly record: Step = ({ authentication, now }) => {
    const id = authentication?.principal?.key?.id;
    if (id !== undefined && !this.#used.has(id)) this.#used.set(id, BigInt(now - (now % MINUTE)));
    return undefined;
  };

  /** Writes what was recorded. What could not be written is written the next time. */
  async write(): Promise<void> {
    // Sorted, so that concurrent transactions of other processes lock the rows in the same order.
    const rows = [...this.#used]
      .map(([api_key_id, used_at]) => ({ api_key_id, used_at }))
      .sort((one, other) => (one.api_key_id < other.api_key_id ? -1 : 1));
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      const some = rows.slice(start, start + MAX_ROWS);
      await this.#database.write(async (db) => upsert.all(db, { rows: some }));
      for (const { api_key_id } of some) this.#used.delete(api_key_id);
    }
  }

  /** Writes every minute. Returns a function that stops it. */
  start(clock: Clock, onError: (error: unknown) => void): () => void {
    const run = () => this.write().then(() => 'more' as const);
    return runInBackground(clock, { intervalMs: MINUTE, run, onError });
  }
}
