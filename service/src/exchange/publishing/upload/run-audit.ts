import type { AuditAction } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { recordAudit } from '../../../record/audit/audit-queries.ts';
import type { Change } from '../../../record/events/event.ts';
import type { Run } from './run.ts';

const ACTIONS = { asks: 'publishing.asked', done: 'publishing.sent', failed: 'publishing.failed' } as const;

/** Records how a run ended. It has no author: the service runs it. */
export async function recordEnd(db: Queries, run: Run, at: number): Promise<void> {
  if (run.state === 'waiting' || run.state === 'running') return;
  const { animals, photos, bytes, reason } = run;
  const question = run.state === 'asks' ? run.question : undefined;
  await record(
    db,
    run,
    ACTIONS[run.state],
    { actor: null, at },
    { question, reason, animals, photos, bytes },
  );
}

/** Records who started a run, or answered what it asks. */
export async function recordStart(db: Queries, run: Run, change: Change, isYes: boolean): Promise<void> {
  await record(db, run, 'publishing.started', change, isYes ? { confirmed: run.confirmed } : {});
}

async function record(
  db: Queries,
  { id, accountId, site }: Run,
  action: AuditAction,
  change: Change,
  details: object,
): Promise<void> {
  await recordAudit(db, {
    action,
    ...change,
    subject: { name: site },
    details: { accountId, runId: id, ...details },
  });
}
