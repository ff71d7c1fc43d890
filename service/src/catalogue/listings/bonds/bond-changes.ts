import type { Queries } from '../../../platform/database/database.ts';
import type { Change } from '../../../record/events/event.ts';
import { bondsOf } from '../../pets/bonds/bonded-pets.ts';
import { presence } from '../../pets/bonds/departed-pets.ts';
import type { OwnedPet } from '../../pets/pet-queries.ts';
import { changeProfile } from '../listing-changes.ts';
import { findProfile } from '../profile-queries.ts';
import { bondsAfterReturn, byId } from './bond-checks.ts';

// Call these functions in the transaction of the change, with all animals of the groups locked (`lockGroups`). Each animal whose profile
// changes has its event.

/** The animals that each one goes together with. */
export type Bonds = ReadonlyMap<bigint, readonly bigint[]>;

/** Stores which animals go together. */
export async function saveBonds(db: Queries, bonds: Bonds, change: Change, publicUrl: string): Promise<void> {
  for (const [petId, others] of [...bonds].toSorted(([one], [other]) => byId(one, other))) {
    const profile = await findProfile(db, petId);
    const bondedWith = others.length === 0 ? null : [...others];
    await changeProfile(db, { petId, profile }, { bondedWith }, change, publicUrl);
  }
}

/**
 * Lets those go alone that no longer go with the others of their group after a change: who was removed, and who left or came back while
 * the others did not. A group of one ends.
 *
 * @param petIds of the changed pets; of a removed one, those that it went with.
 */
export async function keepGroups(
  db: Queries,
  petIds: readonly bigint[],
  change: Change,
  publicUrl: string,
): Promise<void> {
  const changed = await bondsOf(db, petIds);
  if (changed.size === 0) return;
  const ids = [...new Set([...changed.keys(), ...[...changed.values()].flat()])];
  const bonds = await bondsOf(db, ids);
  const { here, departed } = await presence(db, ids);
  const kept = [...bonds].map(([id, others]) => {
    const along = here.has(id) ? here : departed;
    return [id, others.filter((other) => along.has(other))] as const;
  });
  await saveBonds(db, new Map(kept), change, publicUrl);
}

/** Adds an animal that is new to those that it goes together with, of which `checkNewBond` approved. */
export async function addToGroup(
  db: Queries,
  petId: bigint,
  others: readonly bigint[],
  change: Change,
  publicUrl: string,
): Promise<void> {
  await saveBonds(db, asGroup([petId, ...others]), change, publicUrl);
}

/**
 * Lets an animal that comes back from the bin go together again with those that it went with. Returns true if that changed its profile,
 * and so appended the event of its listing.
 */
export async function joinGroup(
  db: Queries,
  owned: OwnedPet,
  before: readonly bigint[],
  change: Change,
  publicUrl: string,
): Promise<boolean> {
  const others = await bondsAfterReturn(db, owned, before);
  await saveBonds(db, asGroup([owned.pet.id, ...others]), change, publicUrl);
  return others.join() !== before.join();
}

function asGroup(petIds: readonly bigint[]): Bonds {
  return new Map(petIds.map((id) => [id, petIds.filter((other) => other !== id).toSorted(byId)]));
}
