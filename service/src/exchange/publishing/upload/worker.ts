import { randomUUID } from 'node:crypto';
import { SECOND, settlesWithin, systemClock } from '../../../platform/core/clock.ts';
import { HeartbeatWatch } from '../../../platform/core/tasks/heartbeat-watch.ts';
import { CoalescedTask } from '../../../platform/core/tasks/single-flight.ts';
import type { DelegatedWork } from '../../../platform/core/threads/delegated-work.ts';
import type { Run } from './run.ts';
import { recordEnd } from './run-audit.ts';
import { deleteSurplusRuns } from './run-list.ts';
import { claimRun, endRun, keepRun, type OpenRun, openRuns, type RunEnd } from './run-queries.ts';
import type { RunSiteDependencies } from './run-site.ts';
import { addDueRuns } from './schedule.ts';

const POLL_INTERVAL = 15 * SECOND;
const HEARTBEAT_INTERVAL = 15 * SECOND;
/** The process of a run has ended if its heartbeat is the same for so long. */
const ABANDONED_AFTER = 90 * SECOND;
/** Of one process, one for each account: a site that is slow does not hold those of others. */
const MAX_RUNS = 6;
/** How often a run may begin, so that one that ends its process does not do so for ever. */
const MAX_STARTS = 5;
const STOP_TIMEOUT = 2 * SECOND;
/** A lease that a power failure undoes has no process any more. */
const UNSYNCED = { commit: 'asynchronous' } as const;

interface CurrentRun {
  readonly accountId: bigint;
  readonly lost: AbortController;
  readonly ended: Promise<void>;
}

export interface WorkerDependencies extends RunSiteDependencies, DelegatedWork {
  /** A run has failed. */
  readonly onFailed: (failed: { readonly site: string; readonly reason: string }) => void;
}

/**
 * Sends the animals of accounts to listing sites. One process runs a site of an account at a time, also if several processes serve
 * the store. The states of a run:
 *
 *   (none) ---- its time has come, or a request -------------> waiting
 *   waiting --- a process claims it -------------------------> running
 *   running --- everything is at the site -------------------> done
 *   running --- the first upload, or a sudden drop ----------> asks
 *   running --- the site or the service fails ---------------> failed; the next one begins after a pause
 *   running --- the service stops ---------------------------> waiting
 *   running --- its process ends without this, for 90 s -----> running in another process
 *   asks ------ a request answers ---------------------------> waiting
 *   asks ------ about a drop, for 24 hours ------------------> running
 *
 * A SQLite store has one process, so a run that runs at its start was abandoned.
 */
export class PublishingWorker {
  readonly #dependencies: WorkerDependencies;
  readonly #name = randomUUID();
  readonly #looks = new CoalescedTask(() => this.#look());
  readonly #stopPolling: readonly (() => void)[] = [];
  readonly #stop = new AbortController();
  /** The runs of this process. */
  readonly #current = new Map<bigint, CurrentRun>();
  readonly #watch: HeartbeatWatch<bigint>;

  constructor(dependencies: WorkerDependencies) {
    this.#dependencies = dependencies;
    const { clock } = dependencies;
    this.#watch = new HeartbeatWatch(clock, ABANDONED_AFTER);
    if (dependencies.delegate !== undefined) return;
    this.#stopPolling = [
      clock.every(POLL_INTERVAL, () => this.wake()),
      clock.every(HEARTBEAT_INTERVAL, () => void this.#keepRuns()),
    ];
    this.wake();
  }

  /** Begins the runs whose time has come, unless that happens already. Call it after a commit that has added a run. */
  wake(): void {
    const { delegate } = this.#dependencies;
    if (delegate !== undefined) {
      delegate();
      return;
    }
    if (this.#stop.signal.aborted) return;
    this.#looks.run().catch((error) => {
      if (!this.#stop.signal.aborted) this.#dependencies.onFault(error);
    });
  }

  /** Interrupts the current runs. They continue at the next start. */
  async stop(timeoutMs = STOP_TIMEOUT): Promise<void> {
    for (const stop of this.#stopPolling) stop();
    this.#stop.abort(new Error('the service stops'));
    const ended = this.#looks
      .run()
      .catch(() => {})
      .then(() => Promise.allSettled([...this.#current.values()].map((run) => run.ended)));
    await settlesWithin(systemClock, timeoutMs, ended);
  }

  async #look(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const { database, clock } = this.#dependencies;
    await addDueRuns(this.#dependencies);
    const open = await openRuns(database.read, clock.now());
    const running = open.filter(({ state }) => state === 'running');
    this.#watch.keepOnly(running.map(({ id }) => id));
    const kept = new Set(running.filter((run) => !this.#isAbandoned(run)));
    for (const found of open) {
      if (this.#current.size >= MAX_RUNS || this.#stop.signal.aborted) return;
      if (kept.has(found) || this.#isBusy(found.accountId)) continue;
      const run = await database.write((db) => claimRun(db, this.#name, found), UNSYNCED);
      if (run !== undefined) this.#begin(run);
    }
  }

  #isBusy(accountId: bigint): boolean {
    return [...this.#current.values()].some((run) => run.accountId === accountId);
  }

  #isAbandoned(run: OpenRun): boolean {
    if (this.#current.has(run.id)) return false;
    const { supportsConcurrentWrites } = this.#dependencies.database.engine;
    if (!supportsConcurrentWrites || run.runner === this.#name) return true;
    return this.#watch.isAbandoned(run.id, run);
  }

  #begin(run: Run): void {
    const lost = new AbortController();
    const ended = this.#run(run, AbortSignal.any([this.#stop.signal, lost.signal]))
      .catch((error) => {
        if (!this.#stop.signal.aborted) this.#dependencies.onFault(error);
      })
      .finally(() => {
        this.#current.delete(run.id);
        this.wake();
      });
    this.#current.set(run.id, { accountId: run.accountId, lost, ended });
  }

  async #run(run: Run, stop: AbortSignal): Promise<void> {
    const { database, clock, onFailed } = this.#dependencies;
    // Loaded with the first run: with FTP and TLS.
    const { runSite } = await import('./run-site.ts');
    const end = run.starts > MAX_STARTS ? endedTooOften(run) : await runSite(run, this.#dependencies, stop);
    const claim = { id: run.id, runner: this.#name };
    await database.write(async (db) => {
      const ended = await endRun(db, claim, end, clock.now());
      if (ended === undefined) return;
      await recordEnd(db, ended, clock.now());
      await deleteSurplusRuns(db, ended);
    });
    if (end.state === 'failed') onFailed({ site: run.site, reason: end.reason });
  }

  /** Another process has taken over a run whose heartbeats this one did not write in time. */
  async #keepRuns(): Promise<void> {
    const { database } = this.#dependencies;
    for (const [id, { lost }] of this.#current) {
      const isOwn = await database
        .write((db) => keepRun(db, { id, runner: this.#name }), UNSYNCED)
        .catch(() => true); // the store is away; the next heartbeat shows it
      if (!isOwn) lost.abort(new Error('another process runs it'));
    }
  }
}

function endedTooOften({ target, animals, photos, bytes }: Run): RunEnd {
  return { state: 'failed', reason: 'interrupted', target, animals, photos, bytes };
}
