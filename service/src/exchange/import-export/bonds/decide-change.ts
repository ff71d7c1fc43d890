import { type BondFault, decideBond } from '../../../catalogue/listings/bonds/bond-checks.ts';
import { type Groups, MAX_IN_GROUP } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { MissingAnimal, NamedAnimals } from './named-animals.ts';

/** The animals that a cell names, and what has changed among them since the last import. */
export interface ChangedCell {
  readonly named: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export type RowFault = BondFault | { readonly kind: 'too many' };

type Decision =
  | { readonly bonds: Groups['bonds'] }
  | { readonly fault: RowFault }
  /** `key` names an animal that is not there. */
  | (MissingAnimal & { readonly key: string });

/**
 * Returns the groups that the changed cell of an animal makes. It leaves those that were removed from the cell: if none is named any
 * more, its whole group, which it belonged to by them. Then those that were added join, each with its whole group, because a cell names
 * one animal of a group at least.
 */
export async function decideChange(
  db: Queries,
  petId: bigint,
  { named, added, removed }: ChangedCell,
  animals: NamedAnimals,
): Promise<Decision> {
  const joining = findAll(added, animals);
  if ('missing' in joining) return joining;
  if (named.length > 0 && named.every((key) => animals.idOf(key) === petId))
    return { fault: { kind: 'itself', petId } };
  const present = (keys: readonly string[]) => keys.flatMap((key) => animals.idOf(key) ?? []);
  const ownerId = animals.ownerOf(petId);
  const before = animals.groups;
  const kept = othersKept(othersOf(before, petId), present(named), present(removed));
  const left = await decideBond(db, { petId, ownerId, bondedWith: kept }, before);
  if ('fault' in left) return left;
  const after = { pets: before.pets, bonds: new Map([...before.bonds, ...left.bonds]) };
  const groups = joining.ids.flatMap((id) => [id, ...othersOf(after, id)]);
  const wanted = [...new Set([...kept, ...groups])].filter((id) => id !== petId);
  if (wanted.length >= MAX_IN_GROUP) return { fault: { kind: 'too many' } };
  const joined = await decideBond(db, { petId, ownerId, bondedWith: wanted }, after);
  return 'fault' in joined ? joined : { bonds: new Map([...left.bonds, ...joined.bonds]) };
}

function findAll(
  keys: readonly string[],
  animals: NamedAnimals,
): { readonly ids: readonly bigint[] } | (MissingAnimal & { readonly key: string }) {
  const ids: bigint[] = [];
  for (const key of keys) {
    const found = animals.find(key);
    if ('missing' in found) return { missing: found.missing, key };
    ids.push(found.petId);
  }
  return { ids };
}

function othersOf({ bonds }: Groups, petId: bigint): readonly bigint[] {
  return bonds.get(petId) ?? [];
}

/** Someone may have added others to the group since the last import. */
function othersKept(
  current: readonly bigint[],
  named: readonly bigint[],
  removed: readonly bigint[],
): readonly bigint[] {
  const isLeft = (id: bigint) => removed.includes(id) && !named.includes(id);
  if (!current.some(isLeft)) return current;
  return current.some((id) => named.includes(id)) ? current.filter((id) => !isLeft(id)) : [];
}
