import type { Selectable } from 'kysely';
import { DAY, HOUR, MINUTE } from '../../../platform/core/clock.ts';
import type { PublishingQuestion, PublishingRunState } from '../../../platform/database/column-values.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { UploadReason } from './upload-fault.ts';

/** One try to send everything of an account to one site. */
export interface Run {
  readonly id: bigint;
  readonly accountId: bigint;
  readonly site: string;
  readonly state: PublishingRunState;
  /** Host, port and user; empty until it is known. */
  readonly target: string;
  /** What it asks, or has asked. */
  readonly question: PublishingQuestion | undefined;
  readonly askedAt: number | undefined;
  readonly confirmed: PublishingQuestion | undefined;
  readonly reason: UploadReason | undefined;
  /** How many runs in a row have failed, with this one. */
  readonly failures: number;
  /** In the file; undefined until it was made. */
  readonly animals: number | undefined;
  readonly photos: number;
  readonly bytes: number;
  readonly isByRequest: boolean;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly starts: number;
}

export function toRun(row: Selectable<Tables['publishing_runs']>): Run {
  return {
    id: row.id,
    accountId: row.account_id,
    site: row.site,
    state: row.state,
    target: row.target,
    question: row.question ?? undefined,
    askedAt: row.asked_at === null ? undefined : Number(row.asked_at),
    confirmed: row.confirmed ?? undefined,
    reason: (row.reason as UploadReason | null) ?? undefined, // `endRun` has written it
    failures: Number(row.failures),
    animals: row.animals === null ? undefined : Number(row.animals),
    photos: Number(row.photos),
    bytes: Number(row.bytes),
    isByRequest: row.by_request === 1n,
    createdAt: Number(row.created_at),
    endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
    starts: Number(row.starts),
  };
}

/** A site that failed is tried again after this time, which doubles with each failure, up to its own interval. */
const FIRST_PAUSE = 15 * MINUTE;

/** Returns when the next run begins by itself; undefined while one is open. */
export function nextRunAt(last: Run | undefined, everyHours: number, now: number): number | undefined {
  if (last === undefined) return now;
  if (last.endedAt === undefined) return undefined;
  const interval = everyHours * HOUR;
  if (last.state === 'done') return last.endedAt + interval;
  if (last.reason === 'turned_off') return now;
  return last.endedAt + Math.min(interval, FIRST_PAUSE * 2 ** (last.failures - 1));
}

/** A drop is sent after this time without an answer: the animals of a shelter that does not look do not stay listed for ever. */
export const DROP_ASKS_FOR = DAY;

/** Fewer animals than these are never a sudden drop. */
const MIN_ANIMALS = 10;

/**
 * Returns what must be answered before something is sent.
 *
 * @param lastSent the last run that has sent everything to the same place.
 */
export function questionOf(animals: number, lastSent: Run | undefined): PublishingQuestion | undefined {
  if (lastSent === undefined) return 'first_upload';
  const before = lastSent.animals ?? 0;
  return before >= MIN_ANIMALS && animals * 2 < before ? 'sudden_drop' : undefined;
}
