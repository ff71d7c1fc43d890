import { closeSync, constants, fchownSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { timeText } from '../../core/clock.ts';
import { attempt } from './store-facts.ts';
import { storePath } from './store-path.ts';

/** The suffix of a small file beside the store with the time of its last backup, so that an alarm can say that there is none. */
export const LAST_BACKUP_SUFFIX = '.last-backup';
const { O_CREAT, O_WRONLY } = constants;

/** Call it after a complete backup. Overwrites the time in place, because the service may read the file at any moment. */
export function recordBackup(path: string, now: number): void {
  const file = openSync(`${storePath(path)}${LAST_BACKUP_SUFFIX}`, O_WRONLY | O_CREAT, 0o600);
  try {
    // After a backup by root, the service must be able to read the file.
    const { uid, gid } = statSync(storePath(path));
    if (process.getuid?.() === 0) fchownSync(file, uid, gid);
    writeSync(file, `${timeText(now)}\n`, 0);
  } finally {
    closeSync(file);
  }
}

/** Returns the time of the last backup; 0 if none is known. */
export function readLastBackup(path: string): number {
  const text = attempt(() => readFileSync(`${storePath(path)}${LAST_BACKUP_SUFFIX}`, 'latin1'));
  return Date.parse(text?.trim() ?? '') || 0;
}
