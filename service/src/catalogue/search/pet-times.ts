import { sql } from 'kysely';
import { stringifyJson } from '../../platform/core/json.ts';
import type { PetStatus } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { jsonRows } from '../../platform/database/json-rows.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { joinBody } from '../../record/events/event-parts.ts';

/** An event of a pet with its status after it. */
interface PetEvent {
  readonly type: string;
  readonly at: bigint;
  readonly status: PetStatus | undefined;
}

interface Times {
  readonly createdAt: bigint | null;
  readonly statusChangedAt: bigint | null;
  readonly updatedAt: bigint | null;
}

/** Returns the times that the events of a pet show, oldest first. Some of them may have been deleted. */
function timesOf(events: readonly PetEvent[]): Times {
  let [createdAt, statusChangedAt, updatedAt]: Array<bigint | null> = [null, null, null];
  let previous: PetEvent | undefined;
  for (const event of events) {
    updatedAt = event.at;
    if (event.type === 'pet.created') {
      createdAt = event.at;
      if (event.status !== undefined) statusChangedAt = event.at;
    } else if (previous !== undefined && event.status !== previous.status) statusChangedAt = event.at;
    previous = event;
  }
  return { createdAt, statusChangedAt, updatedAt } as Times;
}

const eventsOfPets = new PreparedQuery((db, { petIds }: { petIds: readonly bigint[] }) =>
  db
    .selectFrom('events')
    .select(['pet_id', 'type', 'at', 'body'])
    .where('pet_id', 'in', petIds)
    .where('type', 'in', [sql.lit('pet.created' as const), sql.lit('pet.updated' as const)])
    .orderBy('pet_id')
    // On PostgreSQL an event has no id until it is read.
    .orderBy((order) => order.fn.coalesce('id', sql.lit(2n ** 63n - 1n)))
    .orderBy('at'),
);

const timesUpdate = new PreparedQuery(
  (db, { json }: { json: string }) => sql`
    update pets set
      created_at = coalesce(pets.created_at, times.created),
      status_changed_at = coalesce(pets.status_changed_at, times.status_changed),
      updated_at = coalesce(pets.updated_at, times.updated)
    from ${jsonRows(db, json, {
      pet: 'bigint',
      created: 'bigint',
      status_changed: 'bigint',
      updated: 'bigint',
    })} as times
    where pets.id = times.pet`,
);

/** Sets the times of pets that have none, as far as the kept events show them. */
export async function restoreTimes(db: Queries, petIds: readonly bigint[]): Promise<void> {
  if (petIds.length === 0) return;
  const rows = await eventsOfPets.all(db, { petIds });
  const byPet = Map.groupBy(rows, (row) => row.pet_id);
  if (byPet.size === 0) return;
  const times = [...byPet].map(([petId, events]) => {
    const { createdAt, statusChangedAt, updatedAt } = timesOf(events.map(toPetEvent));
    return [petId, createdAt, statusChangedAt, updatedAt];
  });
  await timesUpdate.all(db, { json: stringifyJson(times) });
}

/** A status is too short to be a part. */
const NO_PARTS = new Map();

function toPetEvent({ type, at, body }: { type: string; at: bigint; body: string }): PetEvent {
  const { status } = JSON.parse(joinBody(body, NO_PARTS)) as { status?: PetStatus }; // the JSON of a pet
  return { type, at, status };
}
