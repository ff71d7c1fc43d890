import type { EventType } from '../database/column-values.ts';
import type { Queries } from '../database/database.ts';
import type { Actor } from '../events/event.ts';
import { appendEvents } from '../events/event-store.ts';
import { type NewPet, type Pet, type PetStatus, petJson } from './pet.ts';
import {
  deletePet,
  deletePets,
  insertPet,
  listPets,
  lockPets,
  movePetStatus,
  updatePet,
} from './pet-store.ts';

/** Who changes something, and when: milliseconds since the Unix epoch. */
export interface Change {
  readonly actor: Actor;
  readonly at: number;
}

/** Adds a pet and records it. Call it, like the others here, in a transaction. */
export async function createPet(
  db: Queries,
  pet: NewPet,
  ownerId: bigint | null,
  change: Change,
): Promise<Pet> {
  const created = await insertPet(db, pet, ownerId);
  await recordPets(db, 'pet.created', [created], change);
  return created;
}

/** Changes a pet and records it; a change to what is there already is none. */
export async function changePet(
  db: Queries,
  pet: Pet,
  fields: Partial<NewPet>,
  change: Change,
): Promise<Pet> {
  const next = { ...pet, ...fields };
  if (next.name === pet.name && next.categoryId === pet.categoryId && next.status === pet.status) return pet;
  await updatePet(db, next);
  await recordPets(db, 'pet.updated', [next], change);
  return next;
}

export async function removePet(db: Queries, pet: Pet, change: Change): Promise<void> {
  await deletePet(db, pet.id);
  await recordPets(db, 'pet.deleted', [pet], change);
}

/** Removes up to `most` of the oldest pets and records it; returns how many. */
export async function removeOldest(db: Queries, most: number, change: Change): Promise<number> {
  const oldest = await listPets(db, { order: 'oldest first', limit: most });
  if (oldest.length === 0) return 0;
  const ids = oldest.map(({ id }) => id);
  await lockPets(db, ids);
  await recordPets(db, 'pet.deleted', await deletePets(db, ids), change);
  return oldest.length;
}

/** Moves a pet from one status to another, if it has the first; false if it has not. */
export async function movePet(
  db: Queries,
  petId: bigint,
  from: PetStatus,
  to: PetStatus,
  change: Change,
): Promise<boolean> {
  const moved = await movePetStatus(db, petId, from, to);
  if (moved !== undefined) await recordPets(db, 'pet.updated', [moved], change);
  return moved !== undefined;
}

/** Records what became of pets; for a change that is written elsewhere, in the same transaction. */
export async function recordPets(
  db: Queries,
  type: EventType,
  pets: readonly Pet[],
  { actor, at }: Change,
): Promise<void> {
  await appendEvents(
    db,
    pets.map((pet) => ({ type, at, actor, petId: pet.id, body: petJson(pet) })),
  );
}
