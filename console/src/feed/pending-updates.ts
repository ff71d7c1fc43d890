import type { Order, Pet } from '@petstore/client';

/** What came since the lists were read. It is shown when the reader asks for it, so that nothing moves under their eyes. */
export interface PendingUpdates {
  /** Newest first. */
  readonly pets: readonly Pet[];
  /** Newest first. */
  readonly orders: readonly Order[];
  /** Animals that were removed; they stay in their places, marked. */
  readonly removedPets: ReadonlySet<bigint>;
}

export const NO_PENDING_UPDATES: PendingUpdates = { pets: [], orders: [], removedPets: new Set() };

/** The items with one as it now is, in front of the others if it is a new one. */
export function withItem<Item extends { id: bigint }>(
  items: readonly Item[],
  item: Item,
  isNew: boolean,
): readonly Item[] {
  const isThere = items.some(({ id }) => id === item.id);
  if (isThere) return items.map((one) => (one.id === item.id ? item : one));
  return isNew ? [item, ...items] : items;
}
