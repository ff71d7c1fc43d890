import type { Queries } from '../database/database.ts';
import type { Change, NewEvent } from './event.ts';

/**
 * Called in the transaction that changed pets or ended their orders, after the rows have changed. It reads what they are now: a change
 * may have several events, and the same follower is called for each.
 */
export type PetFollower = (db: Queries, petIds: readonly bigint[], change: Change) => Promise<void>;

/** What is above this folder follows the pets, wherever they change: the API, batches, imports, the expiry of holds. */
const followers = new Set<PetFollower>();

/** Every process that changes pets calls it once before. */
export function followPets(follower: PetFollower): void {
  followers.add(follower);
}

/** Calls the followers. For a change without an event, such as the erasure of a pet in the bin. */
export async function tellPetFollowers(
  db: Queries,
  petIds: readonly bigint[],
  change: Change,
): Promise<void> {
  if (petIds.length === 0) return;
  for (const follow of followers) await follow(db, petIds, change);
}

/** The events after which a pet may be gone or sold, or its hold may have ended. */
const FOLLOWED = new Set<NewEvent['type']>([
  'pet.updated',
  'pet.deleted',
  'order.completed',
  'order.cancelled',
  'order.expired',
]);

/** Calls the followers of the events that concern them. */
export async function tellOfEvents(db: Queries, events: readonly NewEvent[]): Promise<void> {
  const followed = events.filter(({ type }) => FOLLOWED.has(type));
  const [first] = followed;
  if (first === undefined) return;
  const petIds = followed.flatMap(({ petId, mergedInto }) => (petId === null ? [] : [mergedInto ?? petId]));
  // The events of one call are of one change.
  await tellPetFollowers(db, [...new Set(petIds)], { actor: first.actor, at: first.at });
}
