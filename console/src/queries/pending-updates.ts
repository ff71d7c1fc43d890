import type { Event, Order, Pet } from '@petstore/client';

type ApplicationState = NonNullable<Event['application']>['state'];

/** Updates since the lists were read. Lists show them when the user asks for them, so that nothing moves while they read. */
export interface PendingUpdates {
  /** Newest first. */
  readonly pets: readonly Pet[];
  /** Newest first. */
  readonly orders: readonly Order[];
  /** The states of applications that others have sent or changed, by their ids. */
  readonly applications: ReadonlyMap<bigint, ApplicationState>;
  /** Removed animals. They stay in their places, marked. */
  readonly removedPets: ReadonlySet<bigint>;
}

export const NO_PENDING_UPDATES: PendingUpdates = {
  pets: [],
  orders: [],
  applications: new Map(),
  removedPets: new Set(),
};

/** Replaces an item, or adds it in front if it is new. */
export function withItem<Item extends { id: bigint }>(
  items: readonly Item[],
  item: Item,
  isNew: boolean,
): readonly Item[] {
  const isListed = items.some(({ id }) => id === item.id);
  if (isListed) return items.map((other) => (other.id === item.id ? item : other));
  return isNew ? [item, ...items] : items;
}
