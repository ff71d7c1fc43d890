import type { Event, Order, Pet } from '@petstore/client';
import type { QueryClient } from '@tanstack/react-query';
import type { Observable } from '../observable.ts';
import { isKnown } from './activity/activity-queries.ts';
import { addActivity } from './activity/pending-activity.ts';
import { ANIMAL_LISTS, animalKey, historyKey, markSortedListsStale } from './animal-queries.ts';
import {
  APPLICATION_LISTS,
  applicationKey,
  applicationsOfAnimalKey,
  WAITING_COUNT,
} from './application-keys.ts';
import { replaceInLists } from './list-pages.ts';
import { applyToListing, listingKey } from './listing-queries.ts';
import { invalidateMovements } from './movement-queries.ts';
import { holdKey, ORDER_LISTS } from './order-queries.ts';
import { type PendingUpdates, withItem } from './pending-updates.ts';
import { dropStaleListsOf } from './stale-lists.ts';

/** The data of a session: the cached responses, and the updates that no list shows yet. */
interface SessionData {
  readonly queries: QueryClient;
  readonly pendingUpdates: Observable<PendingUpdates>;
}

/** Applies an event of the feed to the data. An event of a newer service may have none of these members. */
export function applyEvent(data: SessionData, event: Event): void {
  const { type, pet, order, listing, movement, application } = event;
  if (pet !== undefined && type === 'pet.deleted') applyRemoval(data, pet);
  else if (pet !== undefined) applyPet(data, pet, type === 'pet.created');
  if (order !== undefined) applyOrder(data, order, type === 'order.placed');
  const petId = pet?.id ?? order?.petId ?? listing?.pet.id ?? movement?.petId;
  if (petId !== undefined) {
    markSortedListsStale(data.queries);
    applyToListing(data.queries, petId, event);
    data.queries.invalidateQueries({ queryKey: historyKey(petId) });
    // A status and an order may record one, too.
    if (listing === undefined) invalidateMovements(data.queries, petId);
  }
  if (application !== undefined) applyApplication(data, application);
  if (event.mergedInto !== undefined) applyMerge(data.queries, event.mergedInto);
  if (isKnown(event)) addActivity(data.queries, event);
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

/** Reads an application again where it is shown, alone or beside others. Lists announce that it is new or has changed. */
function applyApplication(
  { queries, pendingUpdates }: SessionData,
  { id, petId, state }: NonNullable<Event['application']>,
): void {
  const pending = pendingUpdates.get();
  pendingUpdates.set({ ...pending, applications: new Map([...pending.applications, [id, state]]) });
  queries.invalidateQueries({ queryKey: applicationKey(id) });
  if (petId !== undefined) queries.invalidateQueries({ queryKey: applicationsOfAnimalKey(petId) });
  queries.invalidateQueries({ queryKey: APPLICATION_LISTS, refetchType: 'none' });
  queries.invalidateQueries({ queryKey: WAITING_COUNT });
}
