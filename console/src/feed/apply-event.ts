import type { Event, Order, Pet } from '@petstore/client';
import { prependActivity } from '../activity/pending-updates.ts';
import { ANIMAL_LISTS } from '../animals/animal-queries.ts';
import { forgetListsOf } from '../animals/changes/wrong-lists.ts';
import { ORDER_LISTS } from '../orders/order-queries.ts';
import type { Session } from '../session/session.ts';
import { replaceInLists } from './pages.ts';
import { withItem } from './pending-updates.ts';

type Parts = Pick<Session, 'queries' | 'news'>;

/** Brings what the page has read up to an event. */
export function applyEvent(session: Parts, event: Event): void {
  const { type, pet, order } = event;
  if (pet !== undefined && type === 'pet.deleted') applyRemoval(session, pet);
  else if (pet !== undefined) applyPet(session, pet, type === 'pet.created');
  if (order !== undefined) applyOrder(session, order, type === 'order.placed');
  const petId = String(pet?.id ?? order?.petId ?? '');
  session.queries.invalidateQueries({ queryKey: ['history', petId] });
  prependActivity(session.queries, event);
}

/** It stays where it is shown, marked. */
export function applyRemoval({ news }: Pick<Session, 'news'>, { id: removed }: Pick<Pet, 'id'>): void {
  const { pets, removedPets, ...others } = news.get();
  news.set({
    ...others,
    pets: pets.filter(({ id }) => id !== removed),
    removedPets: new Set([...removedPets, removed]),
  });
}

/** A pet as it now is, wherever it is shown. */
export function applyPet({ queries, news }: Parts, pet: Pet, isNew: boolean): void {
  const known = news.get();
  if (!isNew) forgetListsOf(queries, pet);
  replaceInLists(queries, ANIMAL_LISTS, pet);
  queries.setQueryData(['animal', String(pet.id)], (before: Pet | undefined) => before && pet);
  news.set({ ...known, pets: withItem(known.pets, pet, isNew) });
}

/** An order as it now is, wherever it is shown. */
export function applyOrder({ queries, news }: Parts, order: Order, isNew: boolean): void {
  const known = news.get();
  replaceInLists(queries, ORDER_LISTS, order);
  queries.invalidateQueries({ queryKey: ORDER_LISTS, type: 'inactive', refetchType: 'none' });
  queries.invalidateQueries({ queryKey: ['hold', String(order.petId)] });
  news.set({ ...known, orders: withItem(known.orders, order, isNew) });
}
