import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Engine, Tables } from '../database.ts';
import { initial } from './0001-initial.ts';
import { storeArea } from './0002-store-area.ts';
import { eventsOfAPet } from './0003-events-of-a-pet.ts';

/** Brings the tables up to date. Safe to run from several processes at once; takes no lock when there is nothing to do. */
export async function migrate(database: Kysely<Tables>, engine: Engine): Promise<void> {
  const migrations: Record<string, Migration> = {
    '0001-initial': { up: (db) => initial(db, engine) },
    '0002-store-area': { up: (db) => storeArea(db, engine) },
    '0003-events-of-a-pet': { up: (db) => eventsOfAPet(db, engine) },
  };
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const known = await migrator.getMigrations();
  if (known.every(({ executedAt }) => executedAt !== undefined)) return;
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
