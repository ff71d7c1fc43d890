import type { EventType } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { lockPets } from '../../platform/database/locks.ts';
import type { Change } from '../../record/events/event.ts';
import { appendEvents } from '../../record/events/event-queries.ts';
import { addToIndex, changeName, removeFromIndex } from '../search/search-index.ts';
import { requireRoomForCategory } from './category-queries.ts';
import { type NewPet, type Pet, type PetChange, type PetStatus, petJson } from './pet.ts';
import { type ChangedPet, deletePets, insertPet, listPets, movePetStatus, updatePet } from './pet-queries.ts';
import { moveToBin } from './removed-pets.ts';

// Every function changes pets and appends their events. Call them in a transaction.

/** @throws {ApiError} `limit_reached`, before anything is written. */
export async function createPet(
  db: Queries,
  pet: NewPet,
  ownerId: bigint | null,
  change: Change,
): Promise<Pet> {
  await requireRoomForCategory(db, pet.categoryId, change);
  const created = await insertPet(db, pet, ownerId, change.at);
  await addToIndex(db, [{ id: created.id, texts: created }]);
  await recordPets(db, 'pet.created', [{ pet: created }], change);
  return created;
}

/**
 * Changes a pet. Writes nothing and appends no event if the fields already have these values.
 *
 * @throws {ApiError} `limit_reached`, before anything is written.
 */
export async function changePet(db: Queries, pet: Pet, fields: PetChange, change: Change): Promise<Pet> {
  const changes = changesOf(pet, fields);
  if (Object.keys(changes).length === 0) return pet;
  if (changes.categoryId !== undefined) await requireRoomForCategory(db, changes.categoryId, change);
  if (changes.name !== undefined) await changeName(db, pet.id, pet.name, changes.name);
  const listing = await updatePet(db, pet.id, changes, change.at);
  const { status = pet.status, ...others } = changes;
  const next = withStatus({ ...pet, ...others }, status);
  await recordPets(db, 'pet.updated', [{ pet: next, listing }], change);
  return next;
}

/** A pet without a status has no such member. */
function withStatus({ status: _, ...pet }: Pet, status: PetStatus | null | undefined): Pet {
  return status == null ? pet : { ...pet, status };
}

function changesOf(pet: Pet, { name, categoryId, status }: PetChange): PetChange {
  return {
    ...(name !== undefined && name !== pet.name && { name }),
    ...(categoryId !== undefined && categoryId !== pet.categoryId && { categoryId }),
    ...(status !== undefined && (status ?? undefined) !== pet.status && { status }),
  };
}

/** Moves a pet to the bin. It must be locked. */
export async function removePet(db: Queries, pet: Pet, change: Change): Promise<void> {
  await removeFromIndex(db, [pet.id]);
  await moveToBin(db, pet.id, change.at);
  await recordPets(db, 'pet.deleted', [{ pet }], change);
}

/** Deletes up to `limit` of the oldest pets for good; returns their number. */
export async function eraseOldest(db: Queries, limit: number, change: Change): Promise<number> {
  const oldest = await listPets(db, { order: 'oldest first', limit });
  if (oldest.length === 0) return 0;
  const ids = oldest.map(({ id }) => id);
  await lockPets(db, ids);
  await removeFromIndex(db, ids);
  const deleted = await deletePets(db, ids);
  await recordPets(
    db,
    'pet.deleted',
    deleted.map((pet) => ({ pet })),
    change,
  );
  return oldest.length;
}

/** Changes the status of a pet if it is `from`. Returns false if it is not. */
export async function movePet(
  db: Queries,
  petId: bigint,
  from: PetStatus,
  to: PetStatus,
  change: Change,
): Promise<boolean> {
  const moved = await movePetStatus(db, petId, from, to, change.at);
  if (moved !== undefined) await recordPets(db, 'pet.updated', [moved], change);
  return moved !== undefined;
}

/** Appends an event for each pet whose change is written elsewhere in the same transaction. */
export async function recordPets(
  db: Queries,
  type: EventType,
  pets: readonly ChangedPet[],
  { actor, at }: Change,
): Promise<void> {
  await appendEvents(
    db,
    pets.map(({ pet, listing }) => ({ type, at, actor, petId: pet.id, body: petJson(pet), listing })),
  );
}
