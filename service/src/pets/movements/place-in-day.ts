import type { Movement } from './movement.ts';
import { byDay, countGaps } from './stay-rules.ts';

type Dated = Pick<Movement, 'id' | 'type' | 'reason' | 'date' | 'endDate'>;

/**
 * Returns a movement with its place among those of its day: the given one, or else the last. An intake of that day that an
 * outcome lacks comes first, unless the animal returned: someone recorded it afterwards.
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
  const last = { ...movement, dayOrder: Math.max(...places) };
  const first = { ...movement, dayOrder: Math.min(...places) - 1 };
  const isFirst = reason !== 'return' && gapsWith(others, first) < gapsWith(others, last);
  return isFirst ? first : last;
}

function gapsWith(others: readonly Movement[], movement: Dated & { readonly dayOrder: number }): number {
  return countGaps([...others, movement].toSorted(byDay));
}
