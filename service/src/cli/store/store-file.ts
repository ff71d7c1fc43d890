import type { Config } from '../../platform/config/config.ts';
import { describeStore, type StoreAddress } from '../../platform/config/store-address.ts';
import { quote } from '../../platform/core/errors.ts';
import { lookAt, storeOfName } from '../../platform/database/sqlite/paths/store-look.ts';
import { BackupError, type StoreSummary } from '../../platform/database/sqlite/verify-store.ts';
import { describeWriteFault } from '../atomic-file.ts';
import { CommandFailure } from '../context.ts';

/** @throws {CommandFailure} for PostgreSQL, which has its own programs for backups. */
export function requireSqlite({ store }: Config): StoreAddress & { engine: 'sqlite' } {
  if (store.engine === 'sqlite') return store;
  throw new CommandFailure(
    `backup and restore are for a SQLite file; for ${describeStore(store)} use pg_dump and pg_restore, then "petstore advance-ids"`,
  );
}

/**
 * For a command that writes a file or a folder which the user names.
 *
 * @throws {CommandFailure} if the name belongs to the files of a store, which would be destroyed.
 */
export function refuseFileOfStore(target: string, { store }: Config): void {
  const owner = storeOfName(target, store.engine === 'sqlite' ? store.path : undefined);
  if (owner === undefined) return;
  throw new CommandFailure(
    `${quote(target)} belongs to the files of the store ${owner}: choose another name`,
  );
}

/**
 * For a command that writes something else than a backup.
 *
 * @throws {CommandFailure} also if the name is that of any store.
 */
export function refuseStore(target: string, config: Config): void {
  refuseFileOfStore(target, config);
  if (lookAt(target).kind !== 'store') return;
  throw new CommandFailure(`${quote(target)} is a store of petstore: choose another name`);
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
