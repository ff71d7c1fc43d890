import { sql } from 'kysely';
import { MINUTE } from '../../platform/core/clock.ts';
import type { Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Webhook } from './webhook.ts';
import { toWebhook, WEBHOOK_COLUMNS } from './webhook-queries.ts';

// One process at a time sends to a webhook. A process that ended without a word loses it by time; clocks of machines that differ by
// less than the rest of the lease do no harm, and otherwise a message arrives twice, with the same id.

/** An attempt takes at most 10 s. */
const DURATION = MINUTE;

interface Asked {
  readonly ids: string;
  readonly runner: string;
  readonly now: bigint;
  readonly until: bigint;
}

const taking = new PreparedQuery((db, { ids, runner, now, until }: Asked) =>
  db
    .updateTable('webhooks')
    .set({ leased_by: runner, leased_until: until })
    .where('id', 'in', (free) =>
      free
        .selectFrom('webhooks')
        .select('id')
        .where('id', 'in', jsonIds(db, ids))
        .where('state', '=', sql.lit('on'))
        .where('next_at', '<=', now)
        .where((is) => is.or([is('leased_until', '<=', now), is('leased_by', '=', runner)]))
        .forUpdate()
        // Another process is taking or changing them: they are due again in a moment.
        .skipLocked(),
    )
    .returning(WEBHOOK_COLUMNS),
);

export interface Lease {
  /** The process that sends. */
  readonly runner: string;
  readonly now: number;
}

/** Makes `runner` the one that sends to those webhooks to which no other one does and something is due. Returns these. */
export async function takeWebhooks(
  db: Queries,
  ids: readonly bigint[],
  { runner, now }: Lease,
): Promise<Webhook[]> {
  const asked = { ids: idsJson(ids), runner, now: BigInt(now), until: BigInt(now + DURATION) };
  return (await taking.all(db, asked)).map(toWebhook);
}

const release = new PreparedQuery((db, { ids, runner }: { ids: string; runner: string }) =>
  db
    .updateTable('webhooks')
    .set({ leased_by: null, leased_until: 0n })
    .where('id', 'in', (own) =>
      own
        .selectFrom('webhooks')
        .select('id')
        .where('id', 'in', jsonIds(db, ids))
        .where('leased_by', '=', runner)
        // As all who lock some.
        .orderBy('id')
        .forUpdate(),
    ),
);

export async function releaseWebhooks(db: Queries, ids: readonly bigint[], runner: string): Promise<void> {
  await release.all(db, { ids: idsJson(ids), runner });
}

const releaseAll = new PreparedQuery((db, _: object) =>
  db.updateTable('webhooks').set({ leased_by: null, leased_until: 0n }).where('leased_until', '>', 0n),
);

/** Ends the leases of processes that have ended. Call it where a store has one process. */
export async function releaseAllWebhooks(db: Queries): Promise<void> {
  await releaseAll.all(db, {});
}
