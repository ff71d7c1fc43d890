import type { StoreAddress } from '../../platform/config/store-address.ts';
import { EFFECTS, versionOf } from '../../platform/database/migrations/effects.ts';
import { compareMigrations } from '../../platform/database/migrations/migrate.ts';
import { type Check, warning, wrong } from './finding.ts';

/**
 * Warns if the next start migrates the store. The checks that open a store would migrate it, too, and then the running
 * version could not start again.
 */
export const checkUpgrade: Check = async (_context, { store }) => {
  const applied = await readMigrations(store);
  if (applied === undefined || applied.length === 0) return undefined;
  const { missing, unknown } = compareMigrations(applied);
  if (unknown.length > 0)
    return wrong(`a newer version migrated the store (${unknown.join(', ')}): use that version`);
  if (missing.length === 0) return undefined;
  return warning(
    `the store is of ${versionOf(applied)}: the next "petstore serve" of this version migrates it (${missing.join(', ')}), and older versions cannot start with it afterwards: ${before(store, missing)}`,
  );
};

function before({ engine }: StoreAddress, missing: readonly string[]): string {
  const contracts = missing.some((name) => EFFECTS[name] === 'contracts');
  return engine === 'sqlite' || contracts
    ? 'stop the service and make a backup first'
    : 'make a backup first. Processes of the older version may go on until they are replaced';
}

async function readMigrations(store: StoreAddress): Promise<string[] | undefined> {
  if (store.engine === 'sqlite')
    return (await import('../../platform/database/sqlite/store-facts.ts')).readMigrations(store.path);
  return (await import('../../platform/database/postgres/postgres.ts')).readMigrations(store.url);
}
