import type { ApiKeyCache } from '../../access/accounts/api-key-cache.ts';
import { storedTimeZone } from '../../access/settings/stored-time-zone.ts';
import { recordAdoptionsOfOlderVersions } from '../../catalogue/orders/missing-adoptions.ts';
import { foldCategories } from '../../catalogue/pets/category-folding.ts';
import { fillSearchIndex } from '../../catalogue/search/index-filling.ts';
import { removeStaleEntries } from '../../catalogue/search/stale-removal.ts';
import { DAY, MINUTE } from '../../platform/core/clock.ts';
import { runInBackground } from '../../platform/core/tasks/background-job.ts';
import type { Dependencies } from '../dependencies.ts';
import { throttledFault } from '../throttled-fault.ts';
import { deleteExpiredRecords, emptyWalAfterErasures } from './retention.ts';

/** Starts the jobs that maintain the store. Returns the functions that stop them. */
export function startMaintenance({ config, database, clock, log }: Dependencies) {
  const onRetentionFault = throttledFault(
    log,
    'expired records could not be deleted; the next run deletes them',
  );
  return [
    deleteExpiredRecords(
      database,
      clock,
      { events: config.eventsKeptDays, applications: config.applicationsKeptDays },
      onRetentionFault,
    ),
    emptyWalAfterErasures(database, clock, onRetentionFault),
    fillSearchIndex(
      database,
      clock,
      throttledFault(log, 'the search index could not be filled; the next run continues', 'warn'),
    ),
    removeStaleEntries(
      database,
      clock,
      throttledFault(log, 'old entries of the search could not be removed; the next run continues', 'warn'),
    ),
    recordAdoptionsOfOlderVersions(database, clock, {
      timeZone: () => storedTimeZone(database.read, config.publicPages),
      onError: throttledFault(
        log,
        'adoptions that an older version completed could not be recorded; the next run continues',
        'warn',
      ),
    }),
    foldCategories(
      database,
      clock,
      throttledFault(
        log,
        'the category counts could not be folded; they stay correct, and are folded later',
        'warn',
      ),
    ),
  ];
}

/** Reads the keys that were used in the last day once, so that after a start not each is looked up alone. Returns a function that stops it. */
export function readUsedKeys(keys: ApiKeyCache, { clock, log }: Dependencies): () => void {
  const run = async (isStopped: () => boolean) => {
    await keys.readUsed(clock.now() - DAY, { clock, isStopped });
    return 'done' as const;
  };
  const onError = throttledFault(
    log,
    'the keys in use could not be read; each is looked up at its first request',
    'warn',
  );
  return runInBackground(clock, { intervalMs: MINUTE, run, onError });
}
