import type { Movement } from './movement.ts';
import { byDay, countGaps } from './stay-rules.ts';

type Dated = Pick<Movement, 'id' | 'type' | 'reason' | 'date' | 'endDate'>;

/** Which place without a time a movement has at most: an import sets the second of the day. */
const MAX_PLACE_WITHOUT_TIME = 100;

type Placed = Pick<Movement, 'id' | 'date' | 'dayOrder'>;

/** Returns the place of the last movement of a day; 0 without one. */
export function lastPlaceOf(movements: readonly Placed[], date: string): number {
  const places = movements.filter((movement) => movement.date === date).map(({ dayOrder }) => dayOrder);
  return places.reduce((last, place) => Math.max(last, place), places[0] ?? 0);
}

/**
 * Returns those movements of a day whose place is no time of the day: `placeInDay` gave it that of an older one, or the one before it.
 *
 * @param all of that day.
 */
export function withoutTime<M extends Placed>(some: readonly M[], all: readonly Placed[]): M[] {
  const oldest = new Map<number, bigint>();
  for (const { id, dayOrder } of all) {
    const known = oldest.get(dayOrder);
    if (known === undefined || id < known) oldest.set(dayOrder, id);
  }
  const hasOlder = (id: bigint, dayOrder: number) => (oldest.get(dayOrder) ?? id) < id;
  return some.filter(
    ({ id, dayOrder }) =>
      Math.abs(dayOrder) <= MAX_PLACE_WITHOUT_TIME || hasOlder(id, dayOrder) || hasOlder(id, dayOrder + 1),
  );
}

/**
 * Returns a movement with its place among those of its day: the given one, or else the last. An intake of that day that an
 * outcome, or a stay in foster care, lacks comes first, unless the animal returned: someone recorded it afterwards.
 *
 * @param others of the same animal, in their order.
 */
export function placeInDay<M extends Dated>(
  others: readonly Movement[],
  movement: M & { readonly dayOrder: number | undefined },
): M & { dayOrder: number } {
  const { dayOrder, date, reason } = movement;
  if (dayOrder !== undefined) return { ...movement, dayOrder };
  const places = others.filter((other) => other.date === date).map((other) => other.dayOrder);
  if (places.length === 0) return { ...movement, dayOrder: 0 };
  const last = { ...movement, dayOrder: lastPlaceOf(others, date) };
  const first = { ...movement, dayOrder: places.reduce((least, place) => Math.min(least, place)) - 1 };
  const isFirst = reason !== 'return' && gapsWith(others, first) < gapsWith(others, last);
  return isFirst ? first : last;
}

function gapsWith(others: readonly Movement[], movement: Dated & { readonly dayOrder: number }): number {
  return countGaps([...others, movement].toSorted(byDay));
}
