// Periods: removed pets in bin/removed-pet.ts, events in config/options.ts, responses in idempotency/keyed-request.ts, quota counters in quota/counter-pruning.ts.
import type { Logger } from 'pino';
import { RESPONSE_RETENTION } from '../../access/idempotency/keyed-request.ts';
import { deleteResponsesBefore } from '../../access/idempotency/stored-responses.ts';
import { deleteExpiredMail } from '../../access/mail/outbox-queries.ts';
import { deleteExpiredSignIns } from '../../access/people/expired-sign-ins.ts';
import { deleteDayCounts } from '../../access/quota/day-counts.ts';
import { eraseEndedBefore, eraseUnchangedSince, lastErasureAt } from '../../adoption/applications/erasure.ts';
import { RepeatedErasures } from '../../adoption/applications/repeated-erasures.ts';
import { eraseRemovedBefore } from '../../catalogue/pets/removed-pets.ts';
import { BIN_RETENTION } from '../../catalogue/trash/removed-pet.ts';
import { deleteExpiredImports } from '../../exchange/import-export/jobs/import-runner.ts';
import { type Clock, DAY, HOUR, MINUTE, systemWorkClock } from '../../platform/core/clock.ts';
import type { AdaptiveSizeOptions } from '../../platform/core/tasks/adaptive-size.ts';
import { inBatches } from '../../platform/core/tasks/in-batches.ts';
import { singleFlight } from '../../platform/core/tasks/single-flight.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { ErasureList } from '../../platform/database/recovery/erasure-list.ts';
import { assignEventIds } from '../../record/events/event-ids.ts';
import { purgeParts } from '../../record/events/event-parts.ts';
import { purgeEvents } from '../../record/events/event-purge.ts';
import { throttledFault } from '../throttled-fault.ts';

const INTERVAL = HOUR;
/** How much of the time it may take, so that the rest is left to requests. */
const MAX_SHARE = 1 / 2;
/** The numbers of what one transaction deletes. */
const ROWS = { initial: 100, min: 50, max: 500, targetMs: 5 };
/** Each may have twelve photos. */
const PETS = { initial: 2, min: 2, max: 10, targetMs: 5 };
const APPLICATIONS = { initial: 10, min: 10, max: 50, targetMs: 5 };
/** The next run deletes again what a power failure has brought back. */
const UNSYNCED = { commit: 'asynchronous' } as const;
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
    const deleteAll = (sizes: AdaptiveSizeOptions, step: (limit: number) => Promise<number>) =>
      inBatches(
        sizes,
        async (limit) => ((await step(limit)) === limit ? MAX_SHARE : 0),
        () => stopped,
      );
    const deleteRows = (step: (db: Queries, limit: number) => Promise<number>) =>
      deleteAll(ROWS, (limit) => database.write((db) => step(db, limit), UNSYNCED));
    await deleteAll(ROWS, (limit) => purgeEvents(database, now - kept.events * DAY, limit));
    await deleteRows(purgeParts);
    await deleteRows((db, limit) => deleteResponsesBefore(db, now - RESPONSE_RETENTION, limit));
    await deleteAll(PETS, (limit) =>
      database.write((db) => eraseRemovedBefore(db, { before: now - BIN_RETENTION, limit }, clock.now())),
    );
    await deleteRows((db, limit) => deleteExpiredSignIns(db, now, limit));
    await deleteRows((db, limit) => deleteExpiredMail(db, now, limit));
    await deleteAll(APPLICATIONS, (limit) =>
      database.write((db) =>
        eraseEndedBefore(db, { before: now - kept.applications * DAY, limit }, clock.now()),
      ),
    );
    await deleteAll(APPLICATIONS, (limit) =>
      database.write((db) =>
        eraseUnchangedSince(db, { before: now - WAITING_APPLICATIONS_KEPT, limit }, clock.now()),
      ),
    );
    await deleteRows((db, limit) => deleteDayCounts(db, now, limit));
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
 * @returns a function that stops it, and resolves when the list is written.
 */
export async function repeatErasures(
  { database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: Logger },
  list: ErasureList | undefined,
): Promise<() => Promise<void>> {
  if (list === undefined) return async () => {};
  const erasures = new RepeatedErasures(database, list);
  const onFault = throttledFault(
    log,
    `the list of erased applications (${list.path}) could not be read or written; it is tried again within a minute`,
  );
  const repeat = async () => {
    const applications = await erasures.repeat(clock.now());
    if (applications > 0) log.warn({ applications }, 'what was erased before a recovery was erased again');
  };
  await repeat().catch(onFault);
  let isStopped = false;
  const keep = singleFlight(async () => {
    await repeat();
    await erasures.keep(clock.now(), () => isStopped);
  });
  let running = keep().catch(onFault);
  const stop = clock.every(KEEPING_INTERVAL, () => {
    running = keep().catch(onFault);
  });
  return async () => {
    isStopped = true;
    stop();
    await running;
  };
}
