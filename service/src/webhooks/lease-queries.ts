import { sql } from 'kysely';
import { MINUTE } from '../core/clock.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';

// One process at a time sends to a webhook. A process that ended without a word loses it by time; clocks of machines that differ by
// less than the rest of the lease do no harm, and otherwise a message arrives twice, with the same id.

/** An attempt takes at most 10 s. */
const LEASE = MINUTE;

interface Asked {
  readonly id: bigint;
  readonly runner: string;
  readonly now: bigint;
  readonly until: bigint;
}

const taking = new PreparedQuery((db, { id, runner, now, until }: Asked) =>
  db
    .updateTable('webhooks')
    .set({ leased_by: runner, leased_until: until })
    .where('id', '=', id)
    .where('state', '=', sql.lit('on'))
    .where('next_at', '<=', now)
    .where((is) => is.or([is('leased_until', '<=', now), is('leased_by', '=', runner)]))
    .returning('id'),
);

/** Makes `runner` the one that sends to a webhook, unless another one does, or nothing is due. */
export async function takeWebhook(db: Queries, id: bigint, runner: string, now: number): Promise<boolean> {
  const until = BigInt(now + LEASE);
  return (await taking.first(db, { id, runner, now: BigInt(now), until })) !== undefined;
}

const release = new PreparedQuery((db, { id, runner }: { id: bigint; runner: string }) =>
  db
    .updateTable('webhooks')
    .set({ leased_by: null, leased_until: 0n })
    .where('id', '=', id)
    .where('leased_by', '=', runner),
);

export async function releaseWebhook(db: Queries, id: bigint, runner: string): Promise<void> {
  await release.all(db, { id, runner });
}

const releaseAll = new PreparedQuery((db, _: object) =>
  db.updateTable('webhooks').set({ leased_by: null, leased_until: 0n }).where('leased_until', '>', 0n),
);

/** Ends the leases of processes that have ended. Call it where a store has one process. */
export async function releaseAllWebhooks(db: Queries): Promise<void> {
  await releaseAll.all(db, {});
}
