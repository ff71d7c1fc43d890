import { ApiError } from '../../../platform/core/errors.ts';
import { fieldError } from '../../../platform/core/field-faults.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { type Groups, lockGroups, MAX_IN_GROUP } from '../../pets/bonds/bonded-pets.ts';
import { departedPets } from '../../pets/bonds/departed-pets.ts';
import { haveTooManyApplications, MAX_OPEN_OF_ANIMAL } from '../../pets/bonds/open-applications.ts';
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

/** Why animals cannot go together. `petId` is the one that stands in the way. */
export type BondFault =
  | { readonly kind: 'too many applications' }
  | { readonly kind: 'itself' | 'in bin' | 'unknown' | 'other account' | 'gone'; readonly petId: bigint }
  | { readonly kind: 'in other group'; readonly petId: bigint; readonly others: readonly bigint[] }
  | { readonly kind: 'held'; readonly petId: bigint; readonly orderId: bigint };

/** The others of the group of each animal whose group changes; empty if nothing changes. */
type ChangedBonds = ReadonlyMap<bigint, readonly bigint[]>;

/**
 * Locks all animals of the owner whose groups change, and returns the others of the group of each. The map is empty if nothing changes.
 *
 * @throws {ApiError} `invalid_body` or `bond_conflict`.
 */
export async function checkBond(db: Queries, asked: AskedBond): Promise<ChangedBonds> {
  const { petId, ownerId, bondedWith } = asked;
  const own = petId === undefined ? [] : [petId];
  const groups = await lockGroups(db, [...own, ...(bondedWith ?? [])], ownerId ?? undefined);
  const decision = await decideBond(db, asked, groups);
  if ('fault' in decision) throw errorOf(decision.fault);
  return decision.bonds;
}

/** Decides about a group whose size is allowed. `groups` has all animals of the groups that change. */
export async function decideBond(
  db: Queries,
  { petId, ownerId, bondedWith }: AskedBond,
  { pets, bonds }: Groups,
): Promise<{ readonly bonds: ChangedBonds } | { readonly fault: BondFault }> {
  const wanted = (bondedWith ?? []).toSorted(byId);
  const own = petId === undefined ? [] : [petId];
  if (petId !== undefined && wanted.includes(petId)) return { fault: { kind: 'itself', petId } };
  const before = petId === undefined ? [] : (bonds.get(petId) ?? []);
  if (wanted.length === before.length && wanted.every((id) => before.includes(id)))
    return { bonds: new Map() };
  const group = [...own, ...wanted].toSorted(byId);
  const fault =
    (await ownerFault(db, wanted, { pets, ownerId })) ??
    otherGroupFault(wanted, bonds, [...group, ...before]) ??
    (await stateFault(db, [...new Set([...group, ...before])], wanted.length > 0 ? group : []));
  if (fault !== undefined) return { fault };
  if (wanted.length > 0 && (await haveTooManyApplications(db, group)))
    return { fault: { kind: 'too many applications' } };
  const leaving = before.filter((id) => !wanted.includes(id));
  // Without an animal that goes alone, the others stay together.
  const staying = wanted.length === 0 ? leaving : [];
  const changed = new Map([
    ...group.map((id) => [id, group.filter((other) => other !== id)] as const),
    ...leaving.map((id) => [id, staying.filter((other) => other !== id)] as const),
  ]);
  return { bonds: changed };
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

async function ownerFault(
  db: Queries,
  wanted: readonly bigint[],
  { pets, ownerId }: { readonly pets: readonly OwnedPet[]; readonly ownerId: bigint | null },
): Promise<BondFault | undefined> {
  const removed = await findRemovedPets(db, wanted);
  for (const petId of wanted) {
    const found = pets.find(({ pet }) => pet.id === petId);
    if (removed.has(petId)) return { kind: 'in bin', petId };
    if (found === undefined) return { kind: 'unknown', petId };
    if (found.ownerId !== ownerId) return { kind: 'other account', petId };
  }
  return undefined;
}

function otherGroupFault(
  wanted: readonly bigint[],
  bonds: Groups['bonds'],
  known: readonly bigint[],
): BondFault | undefined {
  for (const petId of wanted) {
    const others = (bonds.get(petId) ?? []).filter((other) => !known.includes(other));
    if (others.length > 0) return { kind: 'in other group', petId, others };
  }
  return undefined;
}

/** @param group those that shall go together. */
async function stateFault(
  db: Queries,
  petIds: readonly bigint[],
  group: readonly bigint[],
): Promise<BondFault | undefined> {
  for (const petId of petIds) {
    const orderId = await findOpenOrderId(db, petId);
    if (orderId !== undefined) return { kind: 'held', petId, orderId };
  }
  const departed = await departedPets(db, group);
  const gone = group.find((id) => departed.has(id));
  return gone === undefined ? undefined : { kind: 'gone', petId: gone };
}

function errorOf(fault: BondFault): ApiError {
  if (fault.kind === 'too many applications')
    return new ApiError(
      'bond_conflict',
      `The animals have more than ${MAX_OPEN_OF_ANIMAL} open applications together, and animals that go together have at most ${MAX_OPEN_OF_ANIMAL}. Decide about some of them first.`,
    );
  const { petId } = fault;
  switch (fault.kind) {
    case 'itself':
      return bondFault(`must name other animals; pet ${petId} is the animal itself`);
    case 'in bin':
      return bondFault(`names pet ${petId}, which is in the bin: restore it first`);
    case 'unknown':
      return bondFault(`names pet ${petId}, which does not exist`);
    case 'other account':
      return bondFault(`names pet ${petId}, which belongs to another account`);
    case 'in other group': {
      const named = fault.others.map((other) => `pet ${other}`).join(' and ');
      return new ApiError(
        'bond_conflict',
        `Pet ${petId} goes together with ${named}: name all of them, at most ${MAX_IN_GROUP} in all, or take pet ${petId} out of its group first.`,
      );
    }
    case 'held':
      return new ApiError(
        'bond_conflict',
        `Pet ${petId} is held by order ${fault.orderId}, and its group cannot change: complete or cancel the order first.`,
      );
    case 'gone':
      return new ApiError(
        'bond_conflict',
        `Pet ${petId} was adopted or has left: only animals that are here can go together from now on.`,
      );
  }
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
  const { pets, bonds } = await lockGroups(db, before, ownerId ?? undefined);
  const known = new Map(pets.map((found) => [found.pet.id, found]));
  const found = before.filter((id) => known.has(id));
  const others = [...new Set([...found, ...found.flatMap((id) => bonds.get(id) ?? [])])].toSorted(byId);
  if (others.length === 0 || others.length >= MAX_IN_GROUP) return [];
  if (others.some((id) => known.get(id)?.ownerId !== ownerId)) return [];
  const departed = await departedPets(db, [pet.id, ...others]);
  if (departed.size > 0) return [];
  for (const id of others) if ((await findOpenOrderId(db, id)) !== undefined) return [];
  if (await haveTooManyApplications(db, [pet.id, ...others])) return [];
  return others;
}

export function byId(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}
