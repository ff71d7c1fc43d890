import type { AuditAction } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { recordAudit } from '../../../record/audit/audit-queries.ts';
import type { Actor } from '../../../record/events/event.ts';
import type { ImportJob } from './import-job.ts';

/** @param actor null if the service cancels it. */
export function recordImport(
  db: Queries,
  { id, fileName, dryRun, ownerId }: ImportJob,
  actor: Actor,
  at: number,
  action: AuditAction = 'import.created',
) {
  const subject = { id, name: fileName };
  return recordAudit(db, { action, at, actor, subject, details: { dryRun, owner: ownerId } });
}
