import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationInfo, Migrator } from 'kysely/migration';
import { unavailable } from '../../core/errors.ts';
import type { Engine } from '../database.ts';
import type { Tables } from '../tables.ts';
import { initial } from './0001-initial.ts';
import { storeArea } from './0002-store-area.ts';
import { eventsOfAPet } from './0003-events-of-a-pet.ts';
import { recovery } from './0004-recovery.ts';
import { ordersOfAPet } from './0005-orders-of-a-pet.ts';
import { categoryCounts } from './0006-category-counts.ts';
import { accessVersion } from './0007-access-version.ts';

/** Migrates the tables to this version. Several processes may run it concurrently. Takes no lock if there is nothing to do. */
export async function migrate(database: Kysely<Tables>, engine: Engine): Promise<void> {
  const migrations: Record<string, Migration> = {
    '0001-initial': { up: (db) => initial(db, engine) },
    '0002-store-area': { up: (db) => storeArea(db, engine) },
    '0003-events-of-a-pet': { up: (db) => eventsOfAPet(db, engine) },
    '0004-recovery': { up: recovery },
    '0005-orders-of-a-pet': { up: (db) => ordersOfAPet(db) },
    '0006-category-counts': { up: (db) => categoryCounts(db, engine) },
    '0007-access-version': { up: (db) => accessVersion(db, engine) },
  };
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const known = await migrator.getMigrations();
  await refuseNewer(database, known);
  if (known.every(({ executedAt }) => executedAt !== undefined)) return;
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Rejects a store of a newer version, which may have changed the tables that this version writes. */
async function refuseNewer(database: Kysely<Tables>, known: readonly MigrationInfo[]): Promise<void> {
  if (known.every(({ executedAt }) => executedAt === undefined)) return;
  const names = known.map(({ name }) => name);
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(database);
  const newer = rows.find(({ name }) => !names.includes(name));
  if (newer === undefined) return;
  throw unavailable(
    `The store was migrated by a newer petstore (${newer.name}). The operator must run that version, or restore an older backup.`,
  );
}
