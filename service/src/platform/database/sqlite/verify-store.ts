import { DatabaseSync } from 'node:sqlite';
import { lookAt } from './paths/store-look.ts';

/** The store could not be copied. The message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The number of rows in a verified store. */
export interface StoreSummary {
  accounts: number;
  pets: number;
}

/**
 * Checks every page of a store, and counts its rows.
 *
 * @param origin the file that a message names.
 * @throws {BackupError} if it is damaged or not a store.
 */
export function verifyStore(path: string, origin: string): StoreSummary {
  const store = openStore(path);
  try {
    const [fault] = store.prepare('pragma integrity_check').all();
    if (fault?.integrity_check !== 'ok') {
      throw new BackupError(`${origin} is damaged: it fails SQLite's integrity check`);
    }
    return { accounts: countRows(store, 'accounts'), pets: countRows(store, 'pets') };
  } catch (error) {
    throw error instanceof BackupError ? error : notAStore(origin, error);
  } finally {
    store.close();
  }
}

/**
 * Opens a store or a backup to read it.
 *
 * @throws {BackupError} if it is something else, which is left unchanged.
 */
export function openStore(path: string): DatabaseSync {
  const look = lookAt(path);
  if (look.kind === 'other' && !look.mayBeDamaged)
    throw new BackupError(`${path} is ${look.what}: name a backup or a store of petstore`);
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw new BackupError(`${path} cannot be opened: check that the file exists`, { cause: error });
  }
}

export function notAStore(path: string, cause: unknown): BackupError {
  return new BackupError(`${path} is not a store of petstore, or is damaged`, { cause });
}

function countRows(store: DatabaseSync, table: 'accounts' | 'pets'): number {
  return Number(store.prepare(`select count(*) as count from ${table}`).get()?.count);
}
