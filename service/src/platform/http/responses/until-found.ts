import { setImmediate as nextTurn } from 'node:timers/promises';
import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';

/** The number of parts that a page reads while it has found nothing. A search examines 1,000 animals in each: together about 20 ms. */
const MAX_PARTS = 10;

interface Part<Position> {
  readonly items: readonly unknown[];
  /** The last position that was examined if there may be more; undefined at the end of the list. */
  readonly examined: Position | undefined;
}

/**
 * Reads on while a page has found nothing and its list has not ended, up to a bound. Other work runs between two parts.
 *
 * @param read returns what is found among the next candidates after a position, a bounded number.
 */
export function untilFound<Position, Found extends Part<Position>>(
  after: Position | undefined,
  read: (after: Position | undefined) => MaybePromise<Found>,
): MaybePromise<Found> {
  return andThen(read(after), (first) => (isEmpty(first) ? readOn(first, read) : first));
}

function isEmpty({ items, examined }: Part<unknown>): boolean {
  return items.length === 0 && examined !== undefined;
}

async function readOn<Position, Found extends Part<Position>>(
  first: Found,
  read: (after: Position | undefined) => MaybePromise<Found>,
): Promise<Found> {
  let found = first;
  for (let part = 1; part < MAX_PARTS && isEmpty(found); part += 1) {
    await nextTurn();
    found = await read(found.examined);
  }
  return found;
}
