import type { Queries } from '../../platform/database/database.ts';
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

/** The events after which a pet is gone, or its hold may have ended. */
const FOLLOWED = new Set<NewEvent['type']>([
  'pet.deleted',
  'order.completed',
  'order.cancelled',
  'order.expired',
]);

function isFollowed({ type, at, listing }: NewEvent): boolean {
  // A pet with another name or category is where it was.
  if (type === 'pet.updated') return listing === undefined || listing.statusChangedAt === BigInt(at);
  return FOLLOWED.has(type);
}

/** Calls the followers of the events that concern them. */
export async function tellOfEvents(db: Queries, events: readonly NewEvent[]): Promise<void> {
  const followed = events.filter(isFollowed);
  const [first] = followed;
  if (first === undefined) return;
  const petIds = followed.flatMap(({ petId, mergedInto }) => (petId === null ? [] : [mergedInto ?? petId]));
  // The events of one call are of one change.
  await tellPetFollowers(db, [...new Set(petIds)], { actor: first.actor, at: first.at });
}
