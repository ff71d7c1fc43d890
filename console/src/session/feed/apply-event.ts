import type { Event } from '@petstore/client';
import { isKnown } from '../../queries/activity/activity-queries.ts';
import { addActivity } from '../../queries/activity/pending-activity.ts';
import { historyKey, markSortedListsStale } from '../../queries/animal-queries.ts';
import {
  APPLICATION_LISTS,
  applicationKey,
  applicationsOfAnimalKey,
  WAITING_COUNT,
} from '../../queries/application-keys.ts';
import {
  applyMerge,
  applyOrder,
  applyPet,
  applyRemoval,
  type SessionData,
} from '../../queries/apply-changes.ts';
import { applyToListing } from '../../queries/listing-queries.ts';
import { invalidateMovements } from '../../queries/movement-queries.ts';

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
