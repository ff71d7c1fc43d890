import { SECOND } from '../../core/clock.ts';
import { INT64_MAX } from '../../core/int64.ts';
import { type HighestIds, NUMBERED_TABLES, perTable } from './id-sequences.ts';

/** The least number of ids that is skipped where it is not known how many were given. */
const MIN_SKIPPED = 1_000_000n;
/** More than a service can give. */
const SKIPPED_PER_SECOND = 10_000n;

/** What is known of the store that a recovery replaced. */
export interface ReplacedStore {
  readonly ids: HighestIds;
  /** Everything that says how far it had counted could be read. */
  readonly isComplete: boolean;
  /** The identity of the store; undefined if it has none or it could not be read. */
  readonly storeId: string | undefined;
}

export interface Recovery {
  /** The highest ids in the store as it was put back. */
  readonly recovered: HighestIds;
  /** The identity of that store; undefined if the backup has none, as one of version 1.0.0. */
  readonly storeId: string | undefined;
  readonly replaced: ReplacedStore | undefined;
  /** When the backup was made, and the present: milliseconds since the Unix epoch. */
  readonly backedUpAt: number;
  readonly now: number;
}

/** Where ids continue, and how that was found: exactly, or by the time since the backup. */
export interface IdsAfterRecovery {
  readonly basis: 'replaced store' | 'time';
  readonly ids: HighestIds;
}

/**
 * The ids after which a store continues when it was put back to an earlier time, so that it gives no id again that it
 * gave between that time and now. The replaced store knows them, if it is what the backup became. If it is not there,
 * cannot be read, is another store, or is itself older than the backup, the time since the backup bounds them.
 */
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
