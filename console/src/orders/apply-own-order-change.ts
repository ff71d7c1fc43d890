import type { Order } from '@petstore/client';
import { invalidateAnimal } from '../queries/animal-queries.ts';
import { applyOrder, applyPet } from '../queries/apply-changes.ts';
import { cachedAnimals } from '../queries/cached-animals.ts';
import { holdOf, isOpen, ORDER_LISTS } from '../queries/order-queries.ts';
import { invalidatePermissions } from '../queries/permission-queries.ts';
import type { Session } from '../session/session.ts';
import { PET_STATUS_FOR } from './order-steps.ts';

/** Shows a change that the user made to an order everywhere, before the feed reports it. */
export function applyOwnOrderChange(session: Session, order: Order): void {
  const { petstore, queries } = session;
  const petStatus = PET_STATUS_FOR[order.status];
  applyOrder(session, order, false);
  queries.setQueryData(holdOf(petstore, order.petId).queryKey, isOpen(order) ? order : null);
  const animal = cachedAnimals(queries).get(order.petId);
  if (animal !== undefined) applyPet(session, { ...animal, status: petStatus }, false);
  invalidateAnimal(queries, order.petId);
  invalidatePermissions(queries, [{ order, pet: { id: order.petId, status: petStatus } }]);
  // The order may belong in other lists now: they are read again when they are shown.
  queries.invalidateQueries({ queryKey: ORDER_LISTS, refetchType: 'none' });
}
