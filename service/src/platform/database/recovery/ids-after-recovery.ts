/**
 * Where the ids of a store continue after a recovery.
 *
 *     backup made              store lost, backup restored
 *     ──┬──────────────────────────┬───────────────────────────────> time
 *       id 722                     id 725 (lost)     next id: above 725
 *
 * The ids that were assigned between the backup and the loss must not be assigned again: clients, caches and the event
 * feed know them. There are two cases:
 *
 * - `replaced store`: the store that the restore replaces is readable and later than the backup. Its ids are exact.
 * - `time`: it is missing, unreadable, another store, or older than the backup. Then the ids skip 10,000 for each second
 *   since the backup, which is more than a service can assign, but at least 1,000,000.
 */
import { SECOND } from '../../core/clock.ts';
import { INT64_MAX } from '../../core/int64.ts';
import { type HighestIds, NUMBERED_TABLES, perTable } from './id-sequences.ts';

const MIN_SKIPPED = 1_000_000n;
const SKIPPED_PER_SECOND = 10_000n;

/** The store that a restore replaces, as far as it can be read. */
export interface ReplacedStore {
  readonly ids: HighestIds;
  /** Whether all counters of the ids were readable. */
  readonly isComplete: boolean;
  /** The identity of the store; undefined if it has none, or is not readable. */
  readonly storeId: string | undefined;
}

export interface Recovery {
  /** The highest ids in the restored backup. */
  readonly recovered: HighestIds;
  /** The identity of the store in the backup; undefined in a backup of version 1.0.0. */
  readonly storeId: string | undefined;
  readonly replaced: ReplacedStore | undefined;
  /** The time of the backup and the present time, in milliseconds since the Unix epoch. */
  readonly backedUpAt: number;
  readonly now: number;
}

/** The ids after which each table continues, and which case applied. */
export interface IdsAfterRecovery {
  readonly basis: 'replaced store' | 'time';
  readonly ids: HighestIds;
}

/** Returns the ids after which each table continues. */
export function idsAfterRecovery(recovery: Recovery): IdsAfterRecovery {
  const { recovered, replaced, backedUpAt, now } = recovery;
  if (replaced !== undefined && isLaterThanBackup(recovery, replaced)) {
    return { basis: 'replaced store', ids: replaced.ids };
  }
  const seconds = BigInt(Math.max(0, Math.ceil((now - backedUpAt) / SECOND)));
  const skipped = max(MIN_SKIPPED, SKIPPED_PER_SECOND * seconds);
  const ids = perTable((table) =>
    max(replaced?.ids[table] ?? 0n, min(INT64_MAX, recovered[table] + skipped)),
  );
  return { basis: 'time', ids };
}

function isLaterThanBackup({ recovered, storeId }: Recovery, replaced: ReplacedStore): boolean {
  const isSameStore = storeId === undefined || storeId === replaced.storeId;
  const isBehind = NUMBERED_TABLES.some((table) => replaced.ids[table] < recovered[table]);
  return replaced.isComplete && isSameStore && !isBehind;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
