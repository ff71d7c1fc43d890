import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';

// One process sends the e-mails of a store: that which the only row of `outbox_lease` names. A counter shows that it runs.

/** The process that sends, as another one sees it. */
export interface Lease {
  /** Null if none sends. */
  readonly runner: string | null;
  readonly heartbeat: bigint;
}

const lease = new PreparedQuery((db, _: object) =>
  db.selectFrom('outbox_lease').select(['runner', 'heartbeat']),
);

export async function readLease(db: Queries): Promise<Lease> {
  return (await lease.first(db, {})) ?? { runner: null, heartbeat: 0n };
}

const taking = new PreparedQuery((db, { runner, heartbeat }: { runner: string; heartbeat: bigint }) =>
  db
    .updateTable('outbox_lease')
    .set(({ eb }) => ({ runner, heartbeat: eb('heartbeat', '+', 1n) }))
    .where('heartbeat', '=', heartbeat)
    .returning('heartbeat'),
);

/** Makes `runner` the process that sends, unless another one has become it, or has shown that it runs, since `found` was read. */
export async function takeLease(db: Queries, runner: string, { heartbeat }: Lease): Promise<boolean> {
  return (await taking.first(db, { runner, heartbeat })) !== undefined;
}

const keeping = new PreparedQuery((db, { runner }: { runner: string }) =>
  db
    .updateTable('outbox_lease')
    .set(({ eb }) => ({ heartbeat: eb('heartbeat', '+', 1n) }))
    .where('runner', '=', runner)
    .returning('heartbeat'),
);

/** Shows that this process runs. Returns false if another one sends now. */
export async function keepLease(db: Queries, runner: string): Promise<boolean> {
  return (await keeping.first(db, { runner })) !== undefined;
}

const release = new PreparedQuery((db, { runner }: { runner: string }) =>
  db
    .updateTable('outbox_lease')
    .set(({ eb }) => ({ runner: null, heartbeat: eb('heartbeat', '+', 1n) }))
    .where('runner', '=', runner),
);

export async function releaseLease(db: Queries, runner: string): Promise<void> {
  await release.all(db, { runner });
}
