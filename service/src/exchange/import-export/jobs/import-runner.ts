import { randomUUID } from 'node:crypto';
import { type Clock, DAY, SECOND } from '../../../platform/core/clock.ts';
import { ApiError } from '../../../platform/core/errors.ts';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { HeartbeatWatch } from '../../../platform/core/tasks/heartbeat-watch.ts';
import { CoalescedTask } from '../../../platform/core/tasks/single-flight.ts';
import type { DelegatedWork } from '../../../platform/core/threads/delegated-work.ts';
import type { Database } from '../../../platform/database/database.ts';
import { ImportInterrupted, interrupted } from '../import-interrupted.ts';
import { ImportError } from '../readers/row.ts';
import { type ImportJob, textsOf } from './import-job.ts';
import { deleteImportFiles, deleteWithFiles } from './job-files.ts';
import { cancelImport, findExpiredImports, importsWithoutRight } from './job-queries.ts';
import { recordImport } from './record-import.ts';
import type { Claim, RunDependencies } from './run-pace.ts';
import {
  claimImport,
  type ImportEnd,
  isRunBy,
  type RunningImport,
  readOpenImports,
  releaseImport,
  saveProgress,
} from './run-queries.ts';

const POLL_INTERVAL = SECOND;
/** The process of an import has ended if it stores nothing for so long. */
const ABANDONED_AFTER = 30 * SECOND;
/** A heartbeat also shows that the process runs while a workbook has no row for a minute. */
const CHECKS_PER_HEARTBEAT = 10;
/** How long an import waits after the store failed. */
const RETRY_AFTER = 10 * SECOND;
/** How often an import may begin without applying a row, so that one that ends its process does not do so for ever. */
const MAX_STARTS = 5;
/** How long an import that has ended can be read. */
export const IMPORTS_KEPT_DAYS = 7;

export interface ImportRunnerDependencies extends DelegatedWork {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Returns the zone whose days the shelter counts. */
  readonly timeZone: () => MaybePromise<string>;
  /** An import could not be run; it is tried again. */
  onFault(error: unknown): void;
}

/**
 * Runs the imports of this store, one at a time, also if several processes serve it. The states of an import:
 *
 *   receiving -- the file is complete ------------------------> waiting
 *   receiving -- the request ends without it -----------------> deleted
 *   running ---- the file was read for a preview -------------> preview
 *   running ---- a preview was checked, or cannot be imported -> preview
 *   preview ---- a request sends its mapping -----------------> waiting
 *   preview ---- an hour, or too many others -----------------> deleted
 *   waiting ---- a process claims it -------------------------> running
 *   running ---- all rows are applied ------------------------> done
 *   running ---- the file cannot be imported -----------------> failed
 *   running ---- the service stops ---------------------------> waiting
 *   running ---- its process ends without this, for 30 s -----> running in another process
 *   waiting, running, preview -- a request cancels it -------> cancelled; its runner stops it within a second
 *   waiting, running -- its sender may not import any more --> cancelled
 *   done, failed, cancelled -- 7 days ------------------------> deleted
 *
 * A SQLite store has one process, so an import that runs at its start was abandoned.
 */
export class ImportRunner {
  readonly #dependencies: ImportRunnerDependencies;
  readonly #name = randomUUID();
  readonly #runs = new CoalescedTask(() => this.#runAll());
  readonly #stopPolling: () => void = () => {};
  /** The import that this process runs. */
  #current: { readonly claim: Claim; readonly interruption: AbortController; checks: number } | undefined;
  #isStopped = false;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  readonly #watch: HeartbeatWatch<bigint>;

  constructor(dependencies: ImportRunnerDependencies) {
    this.#dependencies = dependencies;
    this.#watch = new HeartbeatWatch(dependencies.clock, ABANDONED_AFTER);
    if (dependencies.delegate !== undefined) return;
    this.#stopPolling = dependencies.clock.every(POLL_INTERVAL, () => this.wake());
    this.wake();
  }

  /** Runs the imports that wait, unless that happens already, and stops one that was cancelled. */
  wake(): void {
    const { delegate } = this.#dependencies;
    if (delegate !== undefined) {
      delegate();
      return;
    }
    // If the store is away, they are checked again in a second.
    this.#cancelWithoutRight()
      .then(() => this.#checkClaim())
      .catch(() => {});
    if (this.#isStopped || this.#dependencies.clock.now() < this.#pausedUntil) return;
    this.#runs.run().catch((error) => {
      if (!this.#isStopped) this.#dependencies.onFault(error);
    });
  }

  /** Interrupts the current import after its transaction. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#current?.interruption.abort(interrupted());
    this.#stopPolling();
    await this.#runs.run().catch(() => {});
  }

  async #runAll(): Promise<void> {
    while (!this.#isStopped) {
      const job = await this.#claim();
      if (job === undefined) return;
      await this.#run(job);
    }
  }

  async #claim(): Promise<ImportJob | undefined> {
    const { database } = this.#dependencies;
    const { isOneWaiting, running } = await readOpenImports(database.read);
    const abandoned = this.#findAbandoned(running);
    if (abandoned === undefined && (running.length > 0 || !isOneWaiting)) return undefined;
    return database.write((db) => claimImport(db, this.#name, abandoned));
  }

  #findAbandoned([running]: readonly RunningImport[]): RunningImport | undefined {
    const { database } = this.#dependencies;
    if (running === undefined) return undefined;
    // This process runs none now.
    if (!database.engine.supportsConcurrentWrites || running.runner === this.#name) return running;
    this.#watch.keepOnly([running.id]);
    return this.#watch.isAbandoned(running.id, running) ? running : undefined;
  }

  /** A stolen key that was revoked, or a person who was removed, imports nothing more. */
  async #cancelWithoutRight(): Promise<void> {
    const { database, clock } = this.#dependencies;
    for (const id of await importsWithoutRight(database.read, clock.now())) {
      await database.write(async (db) => {
        const cancelled = await cancelImport(db, id, clock.now());
        if (cancelled !== undefined) await recordImport(db, cancelled, null, clock.now(), 'import.cancelled');
      });
      await deleteImportFiles(database, id, ['upload']);
    }
  }

  async #checkClaim(): Promise<void> {
    const current = this.#current;
    if (current === undefined) return;
    const { database } = this.#dependencies;
    current.checks += 1;
    const isOwn =
      current.checks % CHECKS_PER_HEARTBEAT === 0
        ? await database.write((db) => saveProgress(db, current.claim, {}), { commit: 'asynchronous' })
        : await isRunBy(database.read, current.claim);
    if (!isOwn) current.interruption.abort(interrupted());
  }

  async #run(job: ImportJob): Promise<void> {
    const { database, clock } = this.#dependencies;
    const claim = { id: job.id, runner: this.#name };
    const interruption = new AbortController();
    this.#current = { claim, interruption, checks: 0 };
    if (this.#isStopped) interruption.abort(interrupted());
    const end = await this.#endOf(job, interruption.signal).finally(() => {
      this.#current = undefined;
    });
    const isOwn = await database.write((db) => releaseImport(db, claim, { ...end, now: clock.now() }));
    const isOver = end.state === 'done' || end.state === 'failed';
    // Otherwise another process still reads it.
    if (isOwn && isOver) await deleteImportFiles(database, job.id, ['upload']);
  }

  /** @throws {ApiError} if the store is full, away or faulty; the import continues later. */
  async #endOf(job: ImportJob, signal: AbortSignal): Promise<ImportEnd> {
    const { file: texts } = textsOf(job);
    if (job.starts > MAX_STARTS) return { state: 'failed', failure: texts.endedTooOften(MAX_STARTS) };
    try {
      const run = { ...this.#dependencies, runner: this.#name, signal };
      return await endOfRun(job, run);
    } catch (error) {
      const cause = error instanceof ImportError ? error.cause : error;
      if (cause instanceof ImportInterrupted) return { state: 'waiting' };
      if (cause instanceof ApiError) {
        this.#pausedUntil = this.#dependencies.clock.now() + RETRY_AFTER;
        throw cause;
      }
      if (error instanceof ImportError) return failed(job, error.message);
      this.#dependencies.onFault(error);
      return { state: 'failed', failure: texts.serviceFault };
    }
  }
}

/** Reads the file for a preview, or imports it. A preview that was only checked can be imported afterwards. */
async function endOfRun(job: ImportJob, run: RunDependencies): Promise<ImportEnd> {
  // Loaded with the first import: with the readers of all formats.
  const { runImport, runPreview } = await import('./run-import.ts');
  if (job.hasPreview && job.preview === undefined)
    return { state: 'preview', preview: await runPreview(job, run) };
  const { summary, sample } = await runImport(job, run);
  if (job.preview === undefined || !job.dryRun) return { state: 'done', summary };
  return { state: 'preview', preview: { ...job.preview, sample }, summary };
}

/** A preview can be corrected, unless some of its rows were imported. */
function failed({ preview, applied }: ImportJob, failure: string): ImportEnd {
  return preview !== undefined && applied === 0
    ? { state: 'preview', preview, failure }
    : { state: 'failed', failure };
}

/** Deletes the imports that ended more than 7 days ago, and what remains of uploads that were interrupted. */
export async function deleteExpiredImports(database: Database, now: number): Promise<void> {
  const before = now - IMPORTS_KEPT_DAYS * DAY;
  for (const id of await findExpiredImports(database.read, { before, now })) {
    await deleteWithFiles(database, id);
  }
}
