import { type Clock, SECOND, systemWorkClock } from '../../platform/core/clock.ts';
import { runInBackground } from '../../platform/core/tasks/background-job.ts';
import { foldCategoryDeltas } from '../../platform/database/category-counts.ts';
import type { Database } from '../../platform/database/database.ts';

const INTERVAL = SECOND;

/**
 * Folds the recorded deltas of category counts immediately and then every second, so that readers have few to add up.
 * Does nothing on an engine without deltas.
 *
 * @param onError called when a run failed; the next one continues where it stopped.
 * @returns a function that stops it without waiting for the current run, whose transaction may roll back safely.
 */
export function foldCategories(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): () => void {
  if (!database.engine.supportsConcurrentWrites) return () => {};
  return runInBackground(clock, {
    intervalMs: INTERVAL,
    onError,
    run: async (isStopped) => {
      while (!isStopped() && (await foldCategoryDeltas(database)) === 'more') await systemWorkClock.pause(1);
      return 'more';
    },
  });
}
