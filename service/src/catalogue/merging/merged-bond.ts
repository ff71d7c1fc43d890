import { ApiError } from '../../platform/core/errors.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Bonds } from '../listings/bonds/bond-changes.ts';
import { bondsOf } from '../pets/bonds/bonded-pets.ts';
import { findOpenOrderId, type OwnedPet } from '../pets/pet-queries.ts';

interface MergedPets {
  /** The pet that goes. */
  readonly pet: OwnedPet;
  /** The pet that remains. */
  readonly remaining: OwnedPet;
}

/**
 * Returns the groups of all animals after a merge: a pet that went alone takes the place of the one that goes, and
 * one with a group keeps it. Call it with both groups locked, before anything moves.
 *
 * @throws {ApiError} `merge_conflict` if an order would hold one animal of a group without the others.
 */
export async function bondsAfterMerge(db: Queries, merged: MergedPets): Promise<Bonds> {
  const [petId, intoId] = [merged.pet.pet.id, merged.remaining.pet.id];
  const bonds = await bondsOf(db, [petId, intoId]);
  const ofPet = bonds.get(petId) ?? [];
  const own = bonds.get(intoId) ?? [];
  if (ofPet.length === 0 && own.length === 0) return new Map();
  const takesPlace = own.length === 0 && merged.pet.ownerId === merged.remaining.ownerId;
  await refuseSplitHold(db, merged, { takesPlace, ofPet, own });
  const others = takesPlace ? ofPet : own;
  const group = [intoId, ...others.filter((id) => id !== petId)];
  const left = ofPet.filter((id) => !group.includes(id));
  const withoutOne = (ids: readonly bigint[], id: bigint) =>
    ids.filter((other) => other !== id).toSorted((one, other) => (one < other ? -1 : 1));
  return new Map([
    ...group.map((id) => [id, withoutOne(group, id)] as const),
    ...left.map((id) => [id, withoutOne(left, id)] as const),
  ]);
}

interface Place {
  readonly takesPlace: boolean;
  readonly ofPet: readonly bigint[];
  readonly own: readonly bigint[];
}

async function refuseSplitHold(
  db: Queries,
  { pet: { pet }, remaining: { pet: remaining } }: MergedPets,
  { takesPlace, ofPet, own }: Place,
): Promise<void> {
  // With a group of its own, the remaining pet would be held by the order without the others of it.
  const [held, others] = takesPlace ? [remaining, ofPet] : [pet, [...own, ...ofPet]];
  const order = await findOpenOrderId(db, held.id);
  const other = others.find((id) => id !== pet.id && id !== remaining.id);
  if (order === undefined || other === undefined) return;
  throw new ApiError(
    'merge_conflict',
    `Order ${order} holds pet ${held.id}, and pets ${pet.id} and ${remaining.id} do not go together with the same animals, such as pet ${other}: complete or cancel the order first.`,
  );
}
