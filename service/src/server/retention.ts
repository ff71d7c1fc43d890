import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, DAY, HOUR } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { assignEventIds, purgeEvents } from '../events/event-store.ts';
import { deleteResponsesBefore } from '../idempotency/idempotency-store.ts';
import { RESPONSE_RETENTION } from '../idempotency/idempotent-writes.ts';

const INTERVAL = HOUR;
const ROWS_PER_TRANSACTION = 500;

/**
 * Removes, at once and then every hour, events that are no longer kept and answers that are no longer replayed: some at a time, so that
 * writers get their turn.
 *
 * @returns stops it, and resolves when a removal that was running has ended.
 */
export function deleteExpiredRecords(
  database: Database,
  clock: Clock,
  eventsKeptDays: number,
  onFault: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  const forget = async () => {
    // A feed that nobody reads is given its ids here, or nothing of it would ever be old.
    while (!stopped && (await assignEventIds(database))) await pause(1);
    const now = clock.now();
    const steps = [
      () => purgeEvents(database, now - eventsKeptDays * DAY, ROWS_PER_TRANSACTION),
      () => database.write((db) => deleteResponsesBefore(db, now - RESPONSE_RETENTION, ROWS_PER_TRANSACTION)),
    ];
    for (const step of steps) {
      while (!stopped && (await step()) === ROWS_PER_TRANSACTION) await pause(1);
    }
  };
  let running = forget().catch(onFault);
  const stop = clock.every(INTERVAL, () => {
    running = running.then(forget).catch(onFault);
  });
  return async () => {
    stopped = true;
    stop();
    await running;
  };
}
