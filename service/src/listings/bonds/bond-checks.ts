import { ApiError } from '../../core/errors.ts';
import { fieldError } from '../../core/field-faults.ts';
import type { Queries } from '../../database/database.ts';
import { lockGroups, MAX_IN_GROUP } from '../../pets/bonds/bonded-pets.ts';
import { departedPets } from '../../pets/bonds/departed-pets.ts';
import type { PetStatus } from '../../pets/pet.ts';
import { findOpenOrderId, type OwnedPet } from '../../pets/pet-queries.ts';
import { findRemovedPets } from '../../pets/removed-pets.ts';

/** A group that a request asks for. */
interface AskedBond {
  /** Undefined for an animal that is not stored yet. */
  readonly petId: bigint | undefined;
  readonly ownerId: bigint | null;
  /** The others of its group; null for alone. */
  readonly bondedWith: readonly bigint[] | null;
}

/**
 * Locks all animals whose groups change, and returns the others of the group of each. The map is empty if nothing changes.
 *
 * @throws {ApiError} `invalid_body` or `bond_conflict`.
 */
export async function checkBond(
  db: Queries,
  { petId, ownerId, bondedWith }: AskedBond,
): Promise<ReadonlyMap<bigint, readonly bigint[]>> {
  const wanted = (bondedWith ?? []).toSorted(byId);
  const own = petId === undefined ? [] : [petId];
  const { pets, bonds } = await lockGroups(db, [...own, ...wanted]);
  if (petId !== undefined && wanted.includes(petId))
    throw bondFault(`must name other animals; pet ${petId} is the animal itself`);
  const before = petId === undefined ? [] : (bonds.get(petId) ?? []);
  if (wanted.length === before.length && wanted.every((id) => before.includes(id))) return new Map();
  await requireOfOwner(db, wanted, { pets, ownerId });
  const group = [...own, ...wanted].toSorted(byId);
  for (const id of wanted) requireFree(id, bonds.get(id) ?? [], [...group, ...before]);
  await requireChangeable(db, [...new Set([...group, ...before])], wanted.length > 0 ? group : []);
  const leaving = before.filter((id) => !wanted.includes(id));
  // Without an animal that goes alone, the others stay together.
  const staying = wanted.length === 0 ? leaving : [];
  return new Map([
    ...group.map((id) => [id, group.filter((other) => other !== id)] as const),
    ...leaving.map((id) => [id, staying.filter((other) => other !== id)] as const),
  ]);
}

/**
 * As `checkBond`, for an animal that is not stored yet.
 *
 * @throws {ApiError} `invalid_body` or `bond_conflict`.
 */
export async function checkNewBond(
  db: Queries,
  asked: AskedBond & { readonly petId: undefined },
  { status }: { readonly status?: PetStatus | undefined },
): Promise<void> {
  if (status === 'sold')
    throw new ApiError(
      'bond_conflict',
      'The pet is sold: only animals that are here can go together from now on.',
    );
  await checkBond(db, asked);
}

async function requireOfOwner(
  db: Queries,
  wanted: readonly bigint[],
  { pets, ownerId }: { readonly pets: readonly OwnedPet[]; readonly ownerId: bigint | null },
): Promise<void> {
  const removed = await findRemovedPets(db, wanted);
  for (const id of wanted) {
    const found = pets.find(({ pet }) => pet.id === id);
    if (removed.has(id)) throw bondFault(`names pet ${id}, which is in the bin: restore it first`);
    if (found === undefined) throw bondFault(`names pet ${id}, which does not exist`);
    if (found.ownerId !== ownerId) throw bondFault(`names pet ${id}, which belongs to another account`);
  }
}

function requireFree(id: bigint, bonds: readonly bigint[], known: readonly bigint[]): void {
  const others = bonds.filter((other) => !known.includes(other));
  if (others.length === 0) return;
  const named = others.map((other) => `pet ${other}`).join(' and ');
  throw new ApiError(
    'bond_conflict',
    `Pet ${id} goes together with ${named}: name all of them, at most ${MAX_IN_GROUP} in all, or take pet ${id} out of its group first.`,
  );
}

/**
 * @param group those that shall go together.
 * @throws {ApiError} `bond_conflict`.
 */
async function requireChangeable(
  db: Queries,
  petIds: readonly bigint[],
  group: readonly bigint[],
): Promise<void> {
  for (const id of petIds) {
    const orderId = await findOpenOrderId(db, id);
    if (orderId !== undefined) throw heldBond(id, orderId);
  }
  const departed = await departedPets(db, group);
  const gone = group.find((id) => departed.has(id));
  if (gone === undefined) return;
  throw new ApiError(
    'bond_conflict',
    `Pet ${gone} was adopted or has left: only animals that are here can go together from now on.`,
  );
}

function heldBond(petId: bigint, orderId: bigint): ApiError {
  return new ApiError(
    'bond_conflict',
    `Pet ${petId} is held by order ${orderId}, and its group cannot change: complete or cancel the order first.`,
  );
}

function bondFault(text: string): ApiError {
  return fieldError('invalid_body', 'bondedWith', text);
}

/** Returns the group that an animal joins when it comes back: those that it went with, and the ones that these go with now. */
export async function bondsAfterReturn(
  db: Queries,
  { pet, ownerId }: OwnedPet,
  before: readonly bigint[],
): Promise<readonly bigint[]> {
  const { pets, bonds } = await lockGroups(db, before);
  const known = new Map(pets.map((found) => [found.pet.id, found]));
  const found = before.filter((id) => known.has(id));
  const others = [...new Set([...found, ...found.flatMap((id) => bonds.get(id) ?? [])])].toSorted(byId);
  if (others.length === 0 || others.length >= MAX_IN_GROUP) return [];
  if (others.some((id) => known.get(id)?.ownerId !== ownerId)) return [];
  const departed = await departedPets(db, [pet.id, ...others]);
  if (departed.size > 0) return [];
  for (const id of others) if ((await findOpenOrderId(db, id)) !== undefined) return [];
  return others;
}

export function byId(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}
