import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { unavailable } from '../../core/errors.ts';
import type { Engine, Queries } from '../database.ts';
import type { Tables } from '../tables.ts';
import { EFFECTS, versionOf } from './effects.ts';

/** Returns the migrations that a store still lacks, and those that only a newer version knows. */
export function compareMigrations(applied: readonly string[]): { missing: string[]; unknown: string[] } {
  const known = Object.keys(EFFECTS);
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Runs before each migration, in its transaction. */
type BeforeMigration = (db: Kysely<Tables>, name: string) => Promise<void>;

/** Migrates the tables to this version. Several processes may run it concurrently. Takes no lock if there is nothing to do. */
export async function migrate(
  database: Kysely<Tables>,
  engine: Engine,
  before: BeforeMigration = async () => {},
): Promise<void> {
  const { missing } = await findMigrations(database, engine);
  if (missing.length === 0) return;
  // Loaded only if there is something to do: most starts find a store of this version.
  const [{ MIGRATIONS }, { Migrator }] = await Promise.all([
    import('./migrations.ts'),
    import('kysely/migration'),
  ]);
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, up]): [string, Migration] => {
      const run = async (db: Kysely<Tables>) => {
        await before(db, name);
        await up(db, engine);
      };
      return [name, { up: run }];
    }),
  );
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Returns the migrations that a store has, and those that it lacks.
 *
 * @throws {ApiError} `service_unavailable` for a store of a newer version.
 */
export async function findMigrations(
  database: Kysely<Tables>,
  engine: Engine,
): Promise<{ applied: readonly string[]; missing: readonly string[] }> {
  const applied = (await hasMigrations(database, engine)) ? await appliedMigrations(database) : [];
  const { missing, unknown } = compareMigrations(applied);
  refuseNewer(applied, unknown);
  return { applied, missing };
}

/**
 * Rejects a store that this version would have to migrate before it can read it.
 *
 * @throws {ApiError} `service_unavailable`.
 */
export function refuseOlder(store: string, applied: readonly string[]): void {
  const { missing, unknown } = compareMigrations(applied);
  refuseNewer(applied, unknown);
  if (missing.length === 0) return;
  throw unavailable(
    `${store} is a store of ${versionOf(applied)}, and what only reads does not migrate it. The operator must use the petstore of that version, or make a backup and migrate the store with "petstore serve" of this one.`,
  );
}

/** Rejects a store of a newer version, which may have changed the tables that this version writes. */
function refuseNewer(applied: readonly string[], unknown: readonly string[]): void {
  const [newer] = unknown;
  // If every name is unknown, another program has made the tables, and the migration fails.
  if (newer === undefined || unknown.length === applied.length) return;
  throw unavailable(
    `The store was migrated by a newer petstore (${newer}). The operator must run that version, or restore an older backup.`,
  );
}

/** The default of Kysely. */
const MIGRATION_TABLE = 'kysely_migration';

/** Finds the table of the migrations. Kysely itself would read every column of every table to find it. */
const FIND_MIGRATIONS = {
  sqlite: sql`select 1 from sqlite_master where name = ${MIGRATION_TABLE}`,
  postgres: sql`select 1 where to_regclass(${MIGRATION_TABLE}) is not null`,
} as const;

async function hasMigrations(database: Kysely<Tables>, engine: Engine): Promise<boolean> {
  const { rows } = await FIND_MIGRATIONS[engine.name].execute(database);
  return rows.length > 0;
}

/** Returns the names of the migrations that a store has recorded. */
export async function appliedMigrations(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/** Returns when the last migration ran, in Unix milliseconds. */
export async function lastMigrationTime(database: Queries): Promise<bigint> {
  const { rows } = await sql<{
    at: string | null;
  }>`select max(timestamp) as at from ${sql.table(MIGRATION_TABLE)}`.execute(database);
  return BigInt(Date.parse(rows[0]?.at ?? ''));
}
