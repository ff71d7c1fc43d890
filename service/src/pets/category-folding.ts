import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, SECOND } from '../core/clock.ts';
import { foldCategoryDeltas } from '../database/category-counts.ts';
import type { Database } from '../database/database.ts';

const INTERVAL = SECOND;

/**
 * Folds the recorded differences of category counts at once and then every second, so that a reader adds few of them.
 * Does nothing on an engine that records none.
 *
 * @param onFault called when a run failed; the next one continues where it stopped.
 * @returns stops it. Does not wait for a run that is under way: a transaction that breaks off leaves its differences.
 */
export function foldCategories(
  database: Database,
  clock: Clock,
  onFault: (error: unknown) => void,
): () => void {
  if (!database.engine.supportsConcurrentWrites) return () => {};
  let isStopped = false;
  let isRunning = false;
  const fold = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (!isStopped && (await foldCategoryDeltas(database))) await pause(1);
    } catch (error) {
      if (!isStopped) onFault(error);
    } finally {
      isRunning = false;
    }
  };
  fold();
  const stop = clock.every(INTERVAL, fold);
  return () => {
    isStopped = true;
    stop();
  };
}
