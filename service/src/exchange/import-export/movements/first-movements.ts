import type { Movement } from '../../../catalogue/pets/movements/movement.ts';
import { movementEvent } from '../../../catalogue/pets/movements/movement-changes.ts';
import { insertMovements } from '../../../catalogue/pets/movements/movement-queries.ts';
import { placeInDay } from '../../../catalogue/pets/movements/place-in-day.ts';
import { NEW_ID } from '../../../catalogue/pets/movements/stay-rules.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Change } from '../../../record/events/event.ts';
import { appendEvents } from '../../../record/events/event-queries.ts';
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
