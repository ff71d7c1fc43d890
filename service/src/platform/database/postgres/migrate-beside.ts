import { type Kysely, sql } from 'kysely';
import { systemWorkClock } from '../../core/clock.ts';
import { unavailable } from '../../core/errors.ts';
import type { Engine } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Tables } from '../tables.ts';
import { refuseBesideOlderProcesses } from './older-processes.ts';
import { isConflict, isLockTimeout } from './postgres-errors.ts';

/**
 * How long a migration waits for a lock. Whatever needs the table afterwards waits as long. It is less than the `deadlock_timeout`
 * of PostgreSQL (1 s), so that a migration gives up before the server ends another transaction in its favour.
 */
const LOCK_TIMEOUT = sql.lit('500ms');
/** Leaves time to the transactions that have waited. */
const PAUSE_MS = 500;
/** About a minute. */
const MAX_ATTEMPTS = 60;

/** Migrates the store while other processes may read and write it. Gives up a lock that it does not get soon, and tries again. */
export async function migrateBeside(database: Kysely<Tables>, engine: Engine): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(database, engine, async (db, migration) => {
        await sql`set local lock_timeout = ${LOCK_TIMEOUT}`.execute(db);
        await refuseBesideOlderProcesses(db, migration);
      });
    } catch (error) {
      if (!isLockTimeout(error) && !isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw inUse();
      await systemWorkClock.pause(PAUSE_MS);
    }
  }
}

function inUse(): Error {
  return unavailable(
    'The store cannot be migrated: another transaction holds a lock of its tables for a minute. End it, such as a dump or an import, and start again.',
  );
}
