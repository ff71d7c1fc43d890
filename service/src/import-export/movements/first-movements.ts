import type { Queries } from '../../database/database.ts';
import type { Change } from '../../events/event.ts';
import { appendEvents } from '../../events/event-queries.ts';
import type { Movement } from '../../pets/movements/movement.ts';
import { movementEvent } from '../../pets/movements/movement-changes.ts';
import { insertMovements } from '../../pets/movements/movement-queries.ts';
import { placeInDay } from '../../pets/movements/place-in-day.ts';
import { NEW_ID } from '../../pets/movements/stay-rules.ts';
import type { ImportedMovement } from '../mapping/movement-mapping.ts';

interface NewPet {
  readonly petId: bigint;
  /** In the order in which they happened. */
  readonly movements: readonly ImportedMovement[];
}

/** Adds the movements of animals that the same transaction has added with the status that follows from them. */
export async function addFirstMovements(
  db: Queries,
  pets: readonly NewPet[],
  ownerId: bigint,
  change: Change,
): Promise<void> {
  if (pets.length === 0) return;
  const added = pets.flatMap(placed);
  const ids = await insertMovements(db, added);
  await appendEvents(
    db,
    added.map((movement, index) =>
      movementEvent('movement.created', { ...movement, id: ids[index] ?? NEW_ID }, ownerId, change),
    ),
  );
}

function placed({ petId, movements }: NewPet): Movement[] {
  const all: Movement[] = [];
  for (const { dayOrder, ...fields } of movements)
    all.push(
      placeInDay(all, { ...fields, id: NEW_ID, orderId: null, petId, dayOrder: dayOrder || undefined }),
    );
  return all;
}
