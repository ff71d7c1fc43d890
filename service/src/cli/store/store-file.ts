import type { Config } from '../../config/config.ts';
import { describeStore, type StoreAddress } from '../../config/store-address.ts';
import { BackupError, type StoreSummary } from '../../database/sqlite/verify-store.ts';
import { describeWriteFault } from '../atomic-file.ts';
import { CommandFailure } from '../context.ts';

/** @throws {CommandFailure} for PostgreSQL, which has its own programs for backups. */
export function requireSqlite({ store }: Config): StoreAddress & { engine: 'sqlite' } {
  if (store.engine === 'sqlite') return store;
  throw new CommandFailure(
    `backup and restore are for a SQLite file; for ${describeStore(store)} use pg_dump and pg_restore, then "petstore advance-ids"`,
  );
}

export function describeSummary({ pets, accounts }: StoreSummary): string {
  return `${pets} pets, ${accounts} accounts`;
}

/**
 * @param target the file that `work` writes.
 * @throws {CommandFailure} in place of an error of a backup or of a file.
 */
export async function explainErrors<T>(target: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackupError) throw new CommandFailure(error.message);
    if (error instanceof Error && 'path' in error && 'code' in error) {
      throw new CommandFailure(`${describeWriteFault(target, String(error.code))}. Nothing was changed.`);
    }
    throw error;
  }
}
