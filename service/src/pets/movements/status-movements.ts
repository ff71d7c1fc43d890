import type { PetStatus } from '../../database/column-values.ts';
import type { Queries } from '../../database/database.ts';
import type { DatedChange } from './dated-change.ts';
import { isOutcome, type MovementFields } from './movement.ts';
import { allMovements, findLastMovement, insertMovement } from './movement-queries.ts';

// Call these functions in the transaction of the change, with the pet locked. The event of the change records the movement as well.

const NO_DETAILS = { endDate: null, region: null, note: null } as const;

/** Records that an animal was adopted today. */
export async function recordAdoption(
  db: Queries,
  petId: bigint,
  orderId: bigint | null,
  { today }: DatedChange,
): Promise<void> {
  const adoption: MovementFields = { type: 'outcome', reason: 'adoption', date: today, ...NO_DETAILS };
  await insertLast(db, petId, adoption, orderId);
}

/** Inserts a movement after all others of its day. */
async function insertLast(
  db: Queries,
  petId: bigint,
  fields: MovementFields,
  orderId: bigint | null,
): Promise<void> {
  const ofDay = (await allMovements(db, petId)).filter(({ date }) => date === fields.date);
  const dayOrder = ofDay.reduce((last, movement) => Math.max(last, movement.dayOrder), 0);
  await insertMovement(db, petId, fields, orderId, dayOrder);
}

/** Records what a new status of an animal means: it was adopted, or an animal that was gone is back. */
export async function recordStatusMovement(
  db: Queries,
  petId: bigint,
  { from, to }: { from: PetStatus | undefined; to: PetStatus | undefined },
  change: DatedChange,
): Promise<void> {
  if (from === to) return;
  const last = await findLastMovement(db, petId);
  if (to === 'sold') {
    if (last?.reason !== 'adoption') await recordAdoption(db, petId, null, change);
  } else if (isOutcome(last) || (from === 'sold' && last === undefined)) {
    const back: MovementFields = { type: 'intake', reason: 'return', date: change.today, ...NO_DETAILS };
    await insertLast(db, petId, back, null);
  }
}
