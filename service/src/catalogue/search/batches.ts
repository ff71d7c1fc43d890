import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../platform/core/clock.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import {
  type BackgroundJob,
  type Remaining,
  runInBackground,
} from '../../platform/core/tasks/background-job.ts';
import { inBatches } from '../../platform/core/tasks/in-batches.ts';
import type { Database, Queries } from '../../platform/database/database.ts';

/** The numbers of entries of the index that a batch changes. Reading and folding texts counts as some of them. */
const ENTRIES = { initial: 200, min: 200, max: 500, targetMs: 2.5 };

/** The bytes of texts that are read and folded in the time in which one entry of the index changes. */
const BYTES_OF_ENTRY = 40;
/** What a pet takes besides, as a number of entries. */
const ENTRIES_OF_PET = 5;

/** Returns the bytes of the stored texts of a pet, which `readingCost` takes; null if it does not exist. */
export function bytesOfTexts(petId: RawBuilder<bigint>): RawBuilder<bigint | null> {
  return sql`(select octet_length(name) + coalesce((select octet_length(profile) from profiles where pet_id = own.id), 0)
    from pets as own where own.id = ${petId})`;
}

/** Returns what it takes to read and fold texts, as a number of entries of the index. */
export function readingCost(bytes: bigint | null): number {
  return ENTRIES_OF_PET + Number(bytes ?? 0n) / BYTES_OF_ENTRY;
}

interface BatchJob extends Pick<BackgroundJob, 'intervalMs' | 'onError'> {
  /** `done` if there will never be anything to do again after a run. */
  readonly afterRun: Remaining;
  /** Returns true if there is something to do. A transaction without effect would take the lock at each interval. */
  hasWork(db: Queries): MaybePromise<boolean>;
  /**
   * Does the next part of the work, of about `size` entries, in one transaction. Returns the maximum share of the time that the
   * batches may take after it, so that the rest is left to requests; 0 if nothing is left.
   */
  work(db: Queries, size: number): Promise<number>;
}

/**
 * Works in the background, in short transactions.
 *
 * @returns a function that stops it without waiting for the current run. Its transaction may roll back safely.
 */
export function batchesInBackground(
  database: Database,
  clock: Clock,
  { intervalMs, afterRun, hasWork, work, onError }: BatchJob,
): () => void {
  return runInBackground(clock, {
    intervalMs,
    onError,
    run: async (isStopped) => {
      if (await hasWork(database.read)) {
        // After a power failure the job does again what was not on the disk.
        await inBatches(
          ENTRIES,
          (size) => database.write((db) => work(db, size), { commit: 'asynchronous' }),
          isStopped,
        );
      }
      return afterRun;
    },
  });
}
