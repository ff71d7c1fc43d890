import type { PetStatus } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { DatedChange } from './dated-change.ts';
import { isOutcome, type Movement, type MovementFields, tooManyMovements } from './movement.ts';
import { allMovements, insertMovement, isFull, updateMovement } from './movement-queries.ts';
import { lastPlaceOf } from './place-in-day.ts';
import { lastOf } from './stay-rules.ts';

// Call these functions in the transaction of the change, with the pet locked. The event of the change records the movement as well.

const NO_DETAILS = { endDate: null, region: null, note: null } as const;
const ADOPTION = { type: 'outcome', reason: 'adoption', ...NO_DETAILS } as const;
const RETURN = { type: 'intake', reason: 'return', ...NO_DETAILS } as const;

/** Records that an animal was adopted today. @throws {ApiError} `limit_reached`. */
export async function recordAdoption(
  db: Queries,
  petId: bigint,
  orderId: bigint | null,
  { today }: DatedChange,
): Promise<void> {
  if (await isFull(db, petId)) throw tooManyMovements(petId);
  const all = await allMovements(db, petId);
  await insertLast(db, petId, { all, fields: { ...ADOPTION, date: lastDay(all, today) }, orderId });
}

/**
 * Records an adoption of an earlier day, which a process of an older version has not recorded. It may be known already: then that
 * movement gets its order. The order is completed, so that no maximum keeps its adoption away.
 *
 * @param back the day since which the animal has another status; undefined if it is still adopted. If nothing else followed, it came
 * back on that day.
 */
export async function recordEarlierAdoption(
  db: Queries,
  petId: bigint,
  orderId: bigint,
  { date, back }: { date: string; back: string | undefined },
): Promise<void> {
  const all = await allMovements(db, petId);
  if (all.some((movement) => movement.orderId === orderId)) return;
  const known = all.find((one) => one.date === date && one.reason === 'adoption' && one.orderId === null);
  if (known !== undefined) return updateMovement(db, { ...known, orderId });
  await insertMovement(db, petId, { ...ADOPTION, date }, orderId, placeOfAdoption(all, date));
  if (back === undefined) return;
  const withAdoption = await allMovements(db, petId);
  if (lastOf(withAdoption)?.orderId !== orderId) return;
  const fields = { ...RETURN, date: lastDay(withAdoption, back) };
  await insertLast(db, petId, { all: withAdoption, fields, orderId: null });
}

/** The last of its day, but before a return that follows no outcome: the animal came back from this adoption. */
function placeOfAdoption(all: readonly Movement[], date: string): number {
  let last: Movement | undefined;
  for (const one of all) {
    if (one.date === date && one.reason === 'return' && !isOutcome(last)) return one.dayOrder - 1;
    if (one.type !== 'foster') last = one;
  }
  return lastPlaceOf(all, date);
}

/**
 * Returns today, or the day of a later movement, which the change follows: where the clock of a file was ahead, or before the time
 * zone of the shelter changed, it was tomorrow already.
 */
function lastDay(all: readonly Movement[], today: string): string {
  return all.reduce((last, { date }) => (date > last ? date : last), today);
}

interface LastMovement {
  /** The movements that the animal has. */
  readonly all: readonly Movement[];
  readonly fields: MovementFields;
  readonly orderId: bigint | null;
}

/** Inserts a movement after all others of its day. */
async function insertLast(db: Queries, petId: bigint, { all, fields, orderId }: LastMovement): Promise<void> {
  await insertMovement(db, petId, fields, orderId, lastPlaceOf(all, fields.date));
}

interface NewStatus {
  readonly from: PetStatus | undefined;
  readonly to: PetStatus | undefined;
  /** The day on which it happened, if it is known. */
  readonly happened?: string | undefined;
}

/** Returns what a new status of an animal means: it was adopted, or an animal that was gone is back. */
function meaningOf(all: readonly Movement[], { from, to }: NewStatus) {
  if (from === to) return undefined;
  const last = lastOf(all);
  if (to === 'sold') return last?.reason === 'adoption' ? undefined : ADOPTION;
  return isOutcome(last) || (from === 'sold' && last === undefined) ? RETURN : undefined;
}

/** Call it before anything is written. @throws {ApiError} `limit_reached` if `recordStatusMovement` had to add one too many. */
export async function requireRoomForStatus(db: Queries, petId: bigint, status: NewStatus): Promise<void> {
  const isRecorded = async () => meaningOf(await allMovements(db, petId), status) !== undefined;
  if (status.from !== status.to && (await isFull(db, petId)) && (await isRecorded()))
    throw tooManyMovements(petId);
}

/** Records what a new status of an animal means. */
export async function recordStatusMovement(
  db: Queries,
  petId: bigint,
  status: NewStatus,
  { today }: DatedChange,
): Promise<void> {
  if (status.from === status.to) return;
  const all = await allMovements(db, petId);
  const meaning = meaningOf(all, status);
  if (meaning === undefined) return;
  const { happened } = status;
  const isPossible = happened !== undefined && happened <= today && all.every(({ date }) => date <= happened);
  const date = isPossible ? happened : lastDay(all, today);
  await insertLast(db, petId, { all, fields: { ...meaning, date }, orderId: null });
}
