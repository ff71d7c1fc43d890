// Periods: events in config/options.ts, responses in idempotency/keyed-request.ts, quota counters in quota/counter-pruning.ts.
import { type Clock, DAY, HOUR, systemWorkClock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { assignEventIds, purgeEvents } from '../events/event-queries.ts';
import { RESPONSE_RETENTION } from '../idempotency/keyed-request.ts';
import { deleteResponsesBefore } from '../idempotency/stored-responses.ts';
import { deleteExpiredImports } from '../import-export/jobs/import-runner.ts';

const INTERVAL = HOUR;
const ROWS_PER_TRANSACTION = 500;

/**
 * Deletes expired events, responses of idempotent writes and imports, now and then every hour. Each transaction deletes a
 * limited number of rows, so that other writers do not wait long.
 *
 * @returns a function that stops it, and resolves when a running deletion has ended.
 */
export function deleteExpiredRecords(
  database: Database,
  clock: Clock,
  eventsKeptDays: number,
  onFault: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  const deleteExpired = async () => {
    // Only events with an id can expire, and without a reader of the feed no one else assigns ids.
    while (!stopped && (await assignEventIds(database))) await systemWorkClock.pause(1);
    const now = clock.now();
    const steps = [
      () => purgeEvents(database, now - eventsKeptDays * DAY, ROWS_PER_TRANSACTION),
      () => database.write((db) => deleteResponsesBefore(db, now - RESPONSE_RETENTION, ROWS_PER_TRANSACTION)),
    ];
    for (const step of steps) {
      while (!stopped && (await step()) === ROWS_PER_TRANSACTION) await systemWorkClock.pause(1);
    }
    if (!stopped) await deleteExpiredImports(database, now);
  };
  let running = deleteExpired().catch(onFault);
  const stop = clock.every(INTERVAL, () => {
    running = running.then(deleteExpired).catch(onFault);
  });
  return async () => {
    stopped = true;
    stop();
    await running;
  };
}
