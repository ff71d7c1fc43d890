import { setImmediate as nextTurn } from 'node:timers/promises';
import { INTAKE_REASONS, OUTCOME_REASONS } from '../../platform/database/column-values.ts';
import { increase, type MonthCounts } from './month-counts.ts';

/** The outcomes after which the animal lives. */
const LIVE_OUTCOMES = ['adoption', 'return_to_owner', 'transfer_out', 'returned_to_field', 'other_live'];
/** The owner asked for it, so it is no outcome of the shelter's care. */
const NOT_COUNTED = 'owner_intended_euthanasia';

export const LIVE_RELEASE_FORMULA = `(${LIVE_OUTCOMES.join(' + ')}) / (all outcomes - ${NOT_COUNTED})`;

/** What a report has of one month, one period, or a part of the animals in it. */
export interface Figures {
  readonly begin: number;
  readonly intakes: number;
  readonly outcomes: number;
  readonly end: number;
  /** Of the animals at the end, those in foster care. */
  readonly inFoster: number;
  readonly intakesByReason: Readonly<Record<string, number>>;
  readonly outcomesByReason: Readonly<Record<string, number>>;
  /** The number of stays that ended and whose beginning is known; half of them lasted up to `medianDays`. */
  readonly stays: number;
  readonly medianDays: number | null;
  readonly p90Days: number | null;
  /** Null without such an outcome. */
  readonly liveReleaseRate: number | null;
  readonly withoutIntake: number;
  readonly withoutOutcome: number;
}

/**
 * Takes turns with other work, because the stays of ten years have hundreds of thousands of different lengths in their months.
 *
 * @param periods the counts of each month in their order.
 */
export async function figuresOf(periods: ReadonlyArray<readonly MonthCounts[]>): Promise<Figures> {
  const all = periods.flat();
  const sum = (counts: readonly MonthCounts[] | undefined, read: (one: MonthCounts) => number) =>
    (counts ?? []).reduce((total, one) => total + read(one), 0);
  const intakes = byReason(INTAKE_REASONS, all, (one) => one.intakes);
  const outcomes = byReason(OUTCOME_REASONS, all, (one) => one.outcomes);
  const days = await daysOf(all);
  return {
    begin: sum(periods[0], ({ begin }) => begin),
    intakes: totalOf(intakes),
    outcomes: totalOf(outcomes),
    end: sum(periods.at(-1), ({ end }) => end),
    inFoster: sum(periods.at(-1), ({ fosterEnd }) => fosterEnd),
    intakesByReason: intakes,
    outcomesByReason: outcomes,
    stays: days.reduce((total, [, count]) => total + count, 0),
    medianDays: percentile(days, 0.5),
    p90Days: percentile(days, 0.9),
    liveReleaseRate: liveReleaseRate(outcomes),
    withoutIntake: sum(all, ({ withoutIntake }) => withoutIntake),
    withoutOutcome: sum(all, ({ withoutOutcome }) => withoutOutcome),
  };
}

/** Returns true if the animals at the end are those at the beginning and those that came in, without those that left. */
export function isBalanced(figures: Figures): boolean {
  return figures.begin + figures.intakes - figures.outcomes === figures.end;
}

function byReason(
  reasons: readonly string[],
  counts: readonly MonthCounts[],
  read: (one: MonthCounts) => ReadonlyMap<string, number> | undefined,
): Record<string, number> {
  const found = new Map<string, number>();
  for (const one of counts)
    for (const [key, count] of read(one) ?? []) increase(found, key.split(' ')[0] ?? '', count);
  return Object.fromEntries(
    reasons.flatMap((reason) => (found.has(reason) ? [[reason, found.get(reason) ?? 0]] : [])),
  );
}

function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function liveReleaseRate(outcomes: Readonly<Record<string, number>>): number | null {
  const all = totalOf(outcomes) - (outcomes[NOT_COUNTED] ?? 0);
  const live = LIVE_OUTCOMES.reduce((total, reason) => total + (outcomes[reason] ?? 0), 0);
  return all === 0 ? null : Math.round((live / all) * 10_000) / 10_000;
}

type DayCount = readonly [days: number, count: number];

/** Adding up so many lengths takes a few milliseconds. */
const TURN_LENGTHS = 20_000;

async function daysOf(counts: readonly MonthCounts[]): Promise<DayCount[]> {
  const days = new Map<number, number>();
  let added = 0;
  for (const one of counts) {
    for (const [day, count] of one.days ?? []) increase(days, day, count);
    added += one.days?.size ?? 0;
    if (added < TURN_LENGTHS) continue;
    added = 0;
    await nextTurn();
  }
  return [...days].sort(([one], [other]) => one - other);
}

/** Returns the smallest number of days that at least this share of the stays did not exceed. */
function percentile(days: readonly DayCount[], share: number): number | null {
  const total = days.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  for (const [day, count] of days) {
    below += count;
    // Without the small number, 0.9 * 10 would be more than 9.
    if (below >= share * total - 1e-9) return day;
  }
  return null;
}
