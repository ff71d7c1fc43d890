import { DatabaseSync } from 'node:sqlite';
import type { History } from '@petstore/testing/history/history.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';

/** A backup holds every pet whose addition was acknowledged before it began and that nobody tried to change or remove. */
export function checkBackup(path: string, ledger: History, moment: number): Violation[] {
  const backup = new DatabaseSync(path, { readOnly: true });
  const names = new Set(
    backup
      .prepare('select name from pets')
      .all()
      .map(({ name }) => name),
  );
  backup.close();
  const touched = new Set([...ledger.changed, ...ledger.removed].map(({ input }) => input.petId));
  const missing = ledger.added.filter(({ completedAt, response, input }) => {
    const isUntouched = response === undefined || !touched.has(response.id);
    return completedAt <= moment && isUntouched && !names.has(input.name);
  });
  if (missing.length === 0) return [];
  const promise = 'a backup holds what was acknowledged before it began';
  return [{ promise, acknowledged: missing.slice(0, 3), found: { missing: missing.length } }];
}
