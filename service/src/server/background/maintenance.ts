import { foldCategories } from '../../pets/category-folding.ts';
import { fillSearchIndex } from '../../search/index-filling.ts';
import { removeStaleEntries } from '../../search/stale-removal.ts';
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
