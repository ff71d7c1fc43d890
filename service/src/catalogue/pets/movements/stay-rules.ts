import { INT64_MAX } from '../../../platform/core/int64.ts';
import type { Movement } from './movement.ts';

// Which movements of one animal can be together. A stay begins with an intake and ends with the next outcome. What is not known may
// be missing: an outcome whose intake no one recorded is accepted, and reports list it (docs/adr/0094).

/** Stands for the id of a movement that has none yet: it follows all others. */
export const NEW_ID = INT64_MAX;

type Placed = Pick<Movement, 'id' | 'type' | 'reason' | 'date' | 'endDate' | 'dayOrder'>;

/** What a client does to one movement. */
export interface MovementAction {
  readonly kind: 'add' | 'change' | 'delete';
  readonly id: bigint;
}

export function byDay(one: Placed, other: Placed): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  if (one.dayOrder !== other.dayOrder) return one.dayOrder - other.dayOrder;
  // New ones stay in the order in which they are added.
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

/** Returns the last intake or outcome of an animal, which decides its status. */
export function lastOf<M extends Pick<Movement, 'type'>>(ordered: readonly M[]): M | undefined {
  return ordered.findLast(isNoFoster);
}

/** Returns why the movements of an animal cannot become those of `after`; undefined if they can. Both are in their order. */
export function stayFault(
  before: readonly Placed[],
  after: readonly Placed[],
  { kind, id }: MovementAction,
): string | undefined {
  const added = kind === 'add' ? after.find((movement) => movement.id === id) : undefined;
  const mayBeWrongDate = kind === 'change' || added?.type === 'outcome';
  const checks = [openStays, fosterStays, ...(mayBeWrongDate ? [outcomesBeforeIntakes] : [])];
  for (const faultsOf of checks) {
    const known = new Set(faultsOf(before).map(({ ids }) => ids));
    const fault = faultsOf(after).find(({ ids }) => !known.has(ids));
    if (fault !== undefined) return fault.reason;
  }
  return undefined;
}

/** Returns how many intakes and outcomes are not known. A stay in foster care that follows no intake lacks one, too. */
export function countGaps(movements: readonly Placed[]): number {
  let [lostIntakes, last] = [0, undefined as Placed | undefined];
  for (const movement of movements) {
    if (movement.type !== 'intake' && last?.type !== 'intake') lostIntakes += 1;
    if (isNoFoster(movement)) last = movement;
  }
  return lostIntakes + openStays(movements).length;
}

/** Returns two intakes of an animal that follow each other; undefined if there are none. */
export function openStayFault(movements: readonly Placed[]): string | undefined {
  return openStays(movements)[0]?.reason;
}

interface StayFault {
  /** The movements that cannot follow each other. */
  readonly ids: string;
  readonly reason: string;
}

/** Returns the pairs of neighbours that `isFault` finds, with the one before them. */
function neighbours(
  movements: readonly Placed[],
  reasonOf: (one: Placed, next: Placed, before: Placed | undefined) => string | undefined,
): StayFault[] {
  return movements.flatMap((next, index) => {
    const one = movements[index - 1];
    const reason = one && reasonOf(one, next, movements[index - 2]);
    return one === undefined || reason === undefined ? [] : [{ ids: `${one.id} ${next.id}`, reason }];
  });
}

function openStays(movements: readonly Placed[]): StayFault[] {
  return neighbours(movements.filter(isNoFoster), (one, next) =>
    one.type === 'intake' && next.type === 'intake'
      ? `it came in on ${one.date} (${nameOf(one)}) and again on ${next.date} (${nameOf(next)}), without an outcome in between: record first how it left, or correct one of the dates`
      : undefined,
  );
}

/** An outcome before the only intake is a wrong date, unless the intake is a return. */
function outcomesBeforeIntakes(movements: readonly Placed[]): StayFault[] {
  return neighbours(movements.filter(isNoFoster), (one, next, before) =>
    one.type === 'outcome' && before?.type !== 'intake' && next.type === 'intake'
      ? beforeItsIntake(one, next)
      : undefined,
  );
}

function beforeItsIntake(outcome: Placed, intake: Placed): string | undefined {
  if (intake.reason === 'return') return undefined;
  return `the outcome on ${outcome.date} is before the intake on ${intake.date} (${nameOf(intake)}): correct one of the dates, or, if it left before and came back, change the reason of the intake to return first`;
}

function fosterStays(movements: readonly Placed[]): StayFault[] {
  return neighbours(movements, (one, next) => {
    if (next.type !== 'foster') return undefined;
    if (one.type === 'outcome') return `it was not in care on ${next.date}: it had left on ${one.date}`;
    const overlaps = one.type === 'foster' && (one.endDate === null || one.endDate > next.date);
    return overlaps
      ? `it was in foster care from ${one.date} (${nameOf(one)}) until ${one.endDate ?? 'now'}, and again from ${next.date}: set the end of the first stay before`
      : undefined;
  });
}

function nameOf({ id }: Placed): string {
  return id === NEW_ID ? 'this movement' : `movement ${id}`;
}

function isNoFoster({ type }: Pick<Movement, 'type'>): boolean {
  return type !== 'foster';
}
