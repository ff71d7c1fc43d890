import { DatabaseSync } from 'node:sqlite';
import type { History } from '@petstore/testing/history/history.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';

/**
 * Checks that a backup contains every pet that was added by an acknowledged write, and that no other write has changed.
 *
 * @param logicalTime when the backup began. Pets that were added later may be missing.
 */
export function checkBackup(path: string, history: History, logicalTime: number): Violation[] {
  const backup = new DatabaseSync(path, { readOnly: true });
  const rows = backup.prepare('select name from pets').all();
  backup.close();
  const names = new Set(rows.map(({ name }) => name));
  const touched = new Set([...history.changed, ...history.removed].map(({ input }) => input.petId));
  const missing = history.added.filter(({ completedAt, response, input }) => {
    const isUntouched = response === undefined || !touched.has(response.id);
    return completedAt <= logicalTime && isUntouched && !names.has(input.name);
  });
  if (missing.length === 0) return [];
  const promise = 'a backup holds what was acknowledged before it started';
  return [{ promise, acknowledged: missing.slice(0, 3), found: { missing: missing.length } }];
}
