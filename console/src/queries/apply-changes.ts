import type { Order, Pet } from '@petstore/client';
import type { QueryClient } from '@tanstack/react-query';
import type { Observable } from '../observable.ts';
import { ANIMAL_LISTS, animalKey, historyKey } from './animal-queries.ts';
import { replaceInLists } from './list-pages.ts';
import { listingKey } from './listing-queries.ts';
import { holdKey, ORDER_LISTS } from './order-queries.ts';
import { type PendingUpdates, withItem } from './pending-updates.ts';
import { dropStaleListsOf } from './stale-lists.ts';

/** The data of a session: the cached responses, and the updates that no list shows yet. */
export interface SessionData {
  readonly queries: QueryClient;
  readonly pendingUpdates: Observable<PendingUpdates>;
}

/** Reads again what an animal got from another one: its history has earlier events then, and its orders are other ones. */
export function applyMerge(queries: QueryClient, into: bigint): void {
  queries.resetQueries({ queryKey: historyKey(into) });
  for (const queryKey of [animalKey(into), holdKey(into), listingKey(into)]) {
    queries.invalidateQueries({ queryKey });
  }
  queries.invalidateQueries({ queryKey: ORDER_LISTS, refetchType: 'none' });
}

/** Marks an animal as removed. It stays in its place in the lists. */
export function applyRemoval(
  { pendingUpdates }: Pick<SessionData, 'pendingUpdates'>,
  { id: removed }: Pick<Pet, 'id'>,
): void {
  const { pets, removedPets, ...others } = pendingUpdates.get();
  pendingUpdates.set({
    ...others,
    pets: pets.filter(({ id }) => id !== removed),
    removedPets: new Set([...removedPets, removed]),
  });
}

/** Updates an animal wherever it is shown. */
export function applyPet({ queries, pendingUpdates }: SessionData, pet: Pet, isNew: boolean): void {
  const pending = pendingUpdates.get();
  const { removedPets } = pending;
  // An animal from the bin is new again.
  const stillRemoved = isNew ? new Set([...removedPets].filter((id) => id !== pet.id)) : removedPets;
  if (!isNew) dropStaleListsOf(queries, pet);
  replaceInLists(queries, ANIMAL_LISTS, pet);
  queries.setQueryData(animalKey(pet.id), (before: Pet | undefined) => before && pet);
  pendingUpdates.set({
    ...pending,
    removedPets: stillRemoved,
    pets: withItem(pending.pets, pet, isNew),
  });
}

/** Updates an order wherever it is shown. */
export function applyOrder({ queries, pendingUpdates }: SessionData, order: Order, isNew: boolean): void {
  const pending = pendingUpdates.get();
  replaceInLists(queries, ORDER_LISTS, order);
  queries.invalidateQueries({ queryKey: ORDER_LISTS, type: 'inactive', refetchType: 'none' });
  queries.invalidateQueries({ queryKey: holdKey(order.petId) });
  pendingUpdates.set({ ...pending, orders: withItem(pending.orders, order, isNew) });
}
