import type { Order } from '@petstore/client';
import { permissionsChanged } from '../animals/changes/permissions.ts';
import { applyOrder, applyPet } from '../feed/apply-event.ts';
import type { Session } from '../session/session.ts';
import { knownAnimals } from './known-animals.ts';
import { holdOf, ORDER_LISTS } from './order-queries.ts';
import { ANIMAL_STATUS_AFTER, isOpen } from './order-steps.ts';

/** Shows everywhere what the reader did to an order, without waiting for the feed to tell it. */
export function orderChanged(session: Session, order: Order): void {
  const { petstore, queries } = session;
  const petId = String(order.petId);
  const petStatus = ANIMAL_STATUS_AFTER[order.status];
  applyOrder(session, order, false);
  queries.setQueryData(holdOf(petstore, order.petId).queryKey, isOpen(order) ? order : null);
  const animal = knownAnimals(queries).get(order.petId);
  if (animal !== undefined) applyPet(session, { ...animal, status: petStatus }, false);
  for (const about of ['hold', 'animal', 'history']) queries.invalidateQueries({ queryKey: [about, petId] });
  permissionsChanged(queries, [{ order, pet: { id: order.petId, status: petStatus } }]);
  // It may belong into lists that do not have it. They are read again when they are shown again: here nothing moves.
  queries.invalidateQueries({ queryKey: ORDER_LISTS, refetchType: 'none' });
}
