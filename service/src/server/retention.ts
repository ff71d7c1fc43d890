// Periods: removed pets in bin/removed-pet.ts, events in config/options.ts, responses in idempotency/keyed-request.ts, quota counters in quota/counter-pruning.ts.
import { BIN_RETENTION } from '../bin/removed-pet.ts';
import { type Clock, DAY, HOUR, systemWorkClock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { assignEventIds, purgeEvents } from '../events/event-queries.ts';
import { RESPONSE_RETENTION } from '../idempotency/keyed-request.ts';
import { deleteResponsesBefore } from '../idempotency/stored-responses.ts';
import { deleteExpiredImports } from '../import-export/jobs/import-runner.ts';
import { deleteExpiredMail } from '../mail/outbox-queries.ts';
import { deleteExpiredSignIns } from '../people/expired-sign-ins.ts';
import { eraseRemovedBefore } from '../pets/removed-pets.ts';

const INTERVAL = HOUR;
const ROWS_PER_TRANSACTION = 500;
/** Each may have twelve photos. */
const PETS_PER_TRANSACTION = 10;

/**
 * Deletes expired events, responses of idempotent writes, removed pets, sessions, invitations, failed e-mails and imports, now and then every hour. Each transaction deletes a
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
    const deleteAll = async (limit: number, step: (limit: number) => Promise<number>) => {
      while (!stopped && (await step(limit)) === limit) await systemWorkClock.pause(1);
    };
    await deleteAll(ROWS_PER_TRANSACTION, (limit) =>
      purgeEvents(database, now - eventsKeptDays * DAY, limit),
    );
    await deleteAll(ROWS_PER_TRANSACTION, (limit) =>
      database.write((db) => deleteResponsesBefore(db, now - RESPONSE_RETENTION, limit)),
    );
    await deleteAll(PETS_PER_TRANSACTION, (limit) =>
      database.write((db) => eraseRemovedBefore(db, { before: now - BIN_RETENTION, limit }, now)),
    );
    await deleteAll(ROWS_PER_TRANSACTION, (limit) =>
      database.write((db) => deleteExpiredSignIns(db, now, limit)),
    );
    await deleteAll(ROWS_PER_TRANSACTION, (limit) =>
      database.write((db) => deleteExpiredMail(db, now, limit)),
    );
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
