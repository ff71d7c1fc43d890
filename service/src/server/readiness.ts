import { rewriteEnvironment } from '../access/accounts/store-environment.ts';
import { fillingNote } from '../catalogue/search/search-while-filling.ts';
import { type Clock, SECOND, withTimeout } from '../platform/core/clock.ts';
import { Throttle } from '../platform/core/throttle.ts';
import type { Database } from '../platform/database/database.ts';
import type { Readiness } from '../platform/http/health.ts';
import type { Dependencies } from './dependencies.ts';
import type { ServingThread } from './threads/shared-memory.ts';

/** How long a health check waits for the store. */
const PROBE_TIMEOUT_MS = SECOND;
/** How often a readiness check writes while the disk does not accept it. */
const DISK_PROBE_MS = 5 * SECOND;
const UNWRITABLE = 'The store can be read, but not be written';

/** Logs what the disk of the store refuses. */
export function observeStoreFaults({ database, log }: Pick<Dependencies, 'database' | 'log'>): void {
  const throttle = new Throttle();
  database.disk?.observe(
    ({ message }) => throttle.run((leftOut) => log.error(leftOut, `${UNWRITABLE}: ${message}`)),
    () => log.info('the store can be written again'),
  );
}

/** While the disk does not accept writes, the function that returns the note also finds out whether it does again. */
function diskNote(database: Database, clock: Clock): () => string | undefined {
  let nextTryAt = 0;
  return () => {
    const error = database.disk?.latest;
    if (error === undefined) return undefined;
    if (clock.monotonic() >= nextTryAt) {
      nextTryAt = clock.monotonic() + DISK_PROBE_MS;
      database.write(rewriteEnvironment).catch(() => {});
    }
    return `${UNWRITABLE}: ${error.message}`;
  };
}

/**
 * Returns the probe of `/readyz`: whether the store responds, and what does not prevent that.
 *
 * @param quotaNote returns a note of the quotas.
 */
export function storeReadiness(database: Database, clock: Clock, quotaNote: () => string | undefined) {
  const notes = [quotaNote, diskNote(database, clock), () => fillingNote(database)];
  const query = async () => {
    await database.read.selectFrom('accounts').select('id').limit(1).execute();
    return Promise.all(notes.map((note) => note()));
  };
  return async (): Promise<Readiness> => {
    const fault = database.fault?.();
    if (fault !== undefined) return { ready: false, why: fault };
    const found = await withTimeout(PROBE_TIMEOUT_MS, query()).catch(() => undefined);
    if (found === undefined) return { ready: false, why: 'The store does not respond.' };
    const known = found.filter((note) => note !== undefined);
    return { ready: true, note: known.length === 0 ? undefined : known.join(' ') };
  };
}

/** Returns the same probe, which fails until all threads listen. @param thread undefined if there is only one. */
export function serviceReadiness(
  probe: () => Promise<Readiness>,
  thread: Pick<ServingThread, 'allListen'> | undefined,
): () => Promise<Readiness> {
  if (thread === undefined) return probe;
  return async () =>
    thread.allListen.wasRaised ? probe() : { ready: false, why: 'Not all threads listen yet.' };
}
