// Periods: removed pets in bin/removed-pet.ts, events in config/options.ts, responses in idempotency/keyed-request.ts, quota counters in quota/counter-pruning.ts.
import type { Logger } from 'pino';
import { eraseEndedBefore, eraseUnchangedSince, lastErasureAt } from '../../applications/erasure.ts';
import { RepeatedErasures } from '../../applications/repeated-erasures.ts';
import { BIN_RETENTION } from '../../bin/removed-pet.ts';
import { type Clock, DAY, HOUR, MINUTE, systemWorkClock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { ErasureList } from '../../database/recovery/erasure-list.ts';
import { assignEventIds } from '../../events/event-ids.ts';
import { purgeEvents } from '../../events/event-purge.ts';
import { RESPONSE_RETENTION } from '../../idempotency/keyed-request.ts';
import { deleteResponsesBefore } from '../../idempotency/stored-responses.ts';
import { deleteExpiredImports } from '../../import-export/jobs/import-runner.ts';
import { deleteExpiredMail } from '../../mail/outbox-queries.ts';
import { deleteExpiredSignIns } from '../../people/expired-sign-ins.ts';
import { eraseRemovedBefore } from '../../pets/removed-pets.ts';
import { deleteDayCounts } from '../../quota/day-counts.ts';
import { throttledFault } from '../throttled-fault.ts';

const INTERVAL = HOUR;
const ROWS_PER_TRANSACTION = 500;
/** Each may have twelve photos. */
const PETS_PER_TRANSACTION = 10;
const APPLICATIONS_PER_TRANSACTION = 50;
/** After so long without a change no one expects an answer (docs/adr/0099). */
const WAITING_APPLICATIONS_KEPT = 730 * DAY;

/** How many days something is kept. */
export interface KeptDays {
  readonly events: number;
  /** After their end. */
  readonly applications: number;
}

/**
 * Deletes expired events, responses of idempotent writes, removed pets, sessions, invitations, failed e-mails and imports, and erases applications, now and then every hour. Each transaction deletes a
 * limited number of rows, so that other writers do not wait long.
 *
 * @returns a function that stops it, and resolves when a running deletion has ended.
 */
export function deleteExpiredRecords(
  database: Database,
  clock: Clock,
  kept: KeptDays,
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
    await deleteAll(ROWS_PER_TRANSACTION, (limit) => purgeEvents(database, now - kept.events * DAY, limit));
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
    await deleteAll(APPLICATIONS_PER_TRANSACTION, (limit) =>
      database.write((db) => eraseEndedBefore(db, { before: now - kept.applications * DAY, limit }, now)),
    );
    await deleteAll(APPLICATIONS_PER_TRANSACTION, (limit) =>
      database.write((db) =>
        eraseUnchangedSince(db, { before: now - WAITING_APPLICATIONS_KEPT, limit }, now),
      ),
    );
    if (!stopped) await database.write((db) => deleteDayCounts(db, now));
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

const EMPTYING_INTERVAL = MINUTE;
const KEEPING_INTERVAL = MINUTE;

/**
 * Empties the WAL of SQLite after an erasure, now and then every minute: until it starts again from its beginning, it has what was
 * erased. Erasures are found in the store, so that those of a process that ended are not missed.
 *
 * @returns a function that stops it.
 */
export function emptyWalAfterErasures(
  database: Database,
  clock: Clock,
  onFault: (error: unknown) => void,
): () => void {
  const { wal, read } = database;
  if (wal === undefined) return () => {};
  let emptiedUpTo = 0;
  const run = async () => {
    const last = await lastErasureAt(read);
    if (last > emptiedUpTo && wal.empty()) emptiedUpTo = last;
  };
  run().catch(onFault);
  return clock.every(EMPTYING_INTERVAL, () => run().catch(onFault));
}

/**
 * Erases what a recovery has brought back, before anyone can read it, and keeps the list of what was erased.
 *
 * @returns a function that stops it.
 */
export async function repeatErasures(
  { database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: Logger },
  list: ErasureList | undefined,
): Promise<() => void> {
  if (list === undefined) return () => {};
  const erasures = new RepeatedErasures(database, list);
  const onFault = throttledFault(
    log,
    `the list of erased applications (${list.path}) could not be read or written; it is tried again within a minute`,
  );
  const run = async () => {
    const applications = await erasures.run(clock.now());
    if (applications > 0) log.warn({ applications }, 'what was erased before a recovery was erased again');
  };
  await run().catch(onFault);
  return clock.every(KEEPING_INTERVAL, () => void run().catch(onFault));
}
