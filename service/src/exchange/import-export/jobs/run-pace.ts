import { type Clock, systemWorkClock } from '../../../platform/core/clock.ts';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { Pace } from '../../../platform/core/tasks/pace.ts';
import type { Database } from '../../../platform/database/database.ts';
import { interrupted } from '../import-interrupted.ts';
import { type SourceFile, watched } from '../readers/rows.ts';
import { type ImportProgressColumns, saveProgress } from './run-queries.ts';

/** How often the progress is stored while no transaction of the import stores it. */
const SAVE_INTERVAL_MS = 2000;

export interface RunDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Returns the zone whose days the shelter counts. */
  readonly timeZone: () => MaybePromise<string>;
  /** The name of this process. */
  readonly runner: string;
  /** Aborted when the service stops, and when the import is cancelled. Its reason is `interrupted()`. */
  readonly signal: AbortSignal;
}

/** An import and the process that runs it. */
export interface Claim {
  readonly id: bigint;
  readonly runner: string;
}

interface PaceOptions {
  readonly database: Database;
  readonly claim: Claim;
  readonly signal: AbortSignal;
}

/** Shares the process with requests while an import runs, and shows other processes that it does. */
export class RunPace {
  readonly #options: PaceOptions;
  #savedAt = systemWorkClock.monotonic();
  readonly #pace = new Pace();

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /**
   * Lets requests run between two steps, for as long as the last step took.
   *
   * @throws {ImportInterrupted}
   */
  async rest(progress: ImportProgressColumns = {}): Promise<void> {
    this.#options.signal.throwIfAborted();
    if (systemWorkClock.monotonic() - this.#savedAt >= SAVE_INTERVAL_MS) await this.save(progress);
    await this.#pace.rest();
  }

  /** Does the same if the last step has taken its time. Returns undefined if not. */
  turn(progress: ImportProgressColumns = {}): Promise<void> | undefined {
    return this.#pace.isDue ? this.rest(progress) : undefined;
  }

  /** @throws {ImportInterrupted} if the import was cancelled, or if another process runs it now. */
  async save(progress: ImportProgressColumns): Promise<void> {
    const { database, claim } = this.#options;
    if (!(await database.write((db) => saveProgress(db, claim, progress), { commit: 'asynchronous' })))
      throw interrupted();
    this.#savedAt = systemWorkClock.monotonic();
  }

  /** Takes turns with requests after each chunk of a file, and between its rows. */
  reading(file: SourceFile): SourceFile {
    return watched({ ...file, turn: () => this.turn() }, () => this.rest());
  }
}
