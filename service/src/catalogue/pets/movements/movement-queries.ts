import type { Selectable } from 'kysely';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { reaches } from '../../../platform/database/bounded-count.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../../platform/database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { ListOrder } from '../../../platform/http/responses/pagination.ts';
import { MAX_MOVEMENTS, type Movement, type MovementFields } from './movement.ts';

const COLUMNS = [
  'id',
  'pet_id',
  'type',
  'reason',
  'date',
  'end_date',
  'region',
  'note',
  'order_id',
  'day_order',
] as const;

type Row = Pick<Selectable<Tables['movements']>, (typeof COLUMNS)[number]>;

function toMovement(
  petId: bigint,
  { id, type, reason, date, end_date, region, note, order_id, day_order }: Row,
): Movement {
  const dayOrder = Number(day_order);
  return { id, petId, type, reason, date, endDate: end_date, region, note, orderId: order_id, dayOrder };
}

function columnsOf({ type, reason, date, endDate, region, note }: MovementFields) {
  return { type, reason, date, end_date: endDate, region, note };
}

/** The request for a page: `after` is the last id of the previous page. */
export interface MovementPage {
  readonly petId: bigint;
  readonly order: ListOrder;
  readonly after: bigint | undefined;
  readonly limit: number;
}

const movementPage = new PreparedQuery(
  (db, { petId, order, after, limit }: MovementPage) => {
    const isNewestFirst = order === 'newest first';
    let query = db.selectFrom('movements').select(COLUMNS).where('pet_id', '=', petId).limit(rowLimit(limit));
    if (after !== undefined) query = query.where('id', isNewestFirst ? '<' : '>', after);
    return query.orderBy('id', isNewestFirst ? 'desc' : 'asc');
  },
  ['order'],
);

/** Returns a page of the movements of a pet, by their ids. */
export function listMovements(db: Queries, page: MovementPage): MaybePromise<Movement[]> {
  return andThen(movementPage.all(db, page), (rows) => rows.map((row) => toMovement(page.petId, row)));
}

const allOfPet = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db
    .selectFrom('movements')
    .select(COLUMNS)
    .where('pet_id', '=', petId)
    .orderBy('date')
    .orderBy('day_order')
    .orderBy('id'),
);

/** Returns all movements of a pet in their order. */
export async function allMovements(db: Queries, petId: bigint): Promise<Movement[]> {
  const rows = await allOfPet.all(db, { petId });
  return rows.map((row) => toMovement(petId, row));
}

const reachesMaximum = reaches(MAX_MOVEMENTS, (db, { petId }: { petId: bigint }) =>
  db.selectFrom('movements').select('id').where('pet_id', '=', petId),
);

/** Returns true if a pet has as many movements as it may, without reading them. */
export function isFull(db: Queries, petId: bigint): Promise<boolean> {
  return reachesMaximum(db, { petId });
}

const allOfPets = new PreparedQuery((db, { ids }: { ids: string }) =>
  db.selectFrom('movements').select(COLUMNS).where('pet_id', 'in', jsonIds(db, ids)),
);

/** Returns all movements of some pets, in no order. */
export async function movementsOfPets(db: Queries, ids: readonly bigint[]): Promise<Map<bigint, Movement[]>> {
  const found = new Map<bigint, Movement[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  for (const row of await allOfPets.all(db, { ids: idsJson(ids) }))
    if (row.pet_id !== null) found.get(row.pet_id)?.push(toMovement(row.pet_id, row));
  return found;
}

type NewRow = ReturnType<typeof columnsOf> & {
  readonly pet_id: bigint;
  readonly order_id: bigint | null;
  readonly day_order: bigint;
};

const movementInsert = new PreparedQuery((db, row: NewRow) =>
  db.insertInto('movements').values(row).returning(COLUMNS),
);

export async function insertMovement(
  db: Queries,
  petId: bigint,
  fields: MovementFields,
  orderId: bigint | null,
  dayOrder = 0,
): Promise<Movement> {
  const columns = { ...columnsOf(fields), pet_id: petId, order_id: orderId, day_order: BigInt(dayOrder) };
  const row = await movementInsert.first(db, columns);
  if (row === undefined) throw new Error('The insert returned no movement');
  return toMovement(petId, row);
}

const movementInserts = new PreparedQuery((db, { rows }: { rows: readonly NewRow[] }) =>
  db.insertInto('movements').values(rows).returning('id'),
);

/** Inserts movements of several pets, and returns their ids in this order. */
export async function insertMovements(db: Queries, movements: readonly Movement[]): Promise<bigint[]> {
  if (movements.length === 0) return [];
  const rows = movements.map((movement) => ({
    ...columnsOf(movement),
    pet_id: movement.petId,
    order_id: movement.orderId,
    day_order: BigInt(movement.dayOrder),
  }));
  const inserted = await movementInserts.all(db, { rows });
  // Engines assign ids in the order of the rows, but may return them in another order.
  return inserted.map(({ id }) => id).sort((one, other) => (one < other ? -1 : 1));
}

type ChangedColumns = ReturnType<typeof columnsOf> & {
  readonly order_id: bigint | null;
  readonly day_order: bigint;
};

const movementUpdate = new PreparedQuery((db, { id, ...columns }: ChangedColumns & { readonly id: bigint }) =>
  db.updateTable('movements').set(columns).where('id', '=', id),
);

export async function updateMovement(db: Queries, movement: Movement): Promise<void> {
  const { id, orderId, dayOrder } = movement;
  await movementUpdate.all(db, {
    id,
    ...columnsOf(movement),
    order_id: orderId,
    day_order: BigInt(dayOrder),
  });
}

const movementDeletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('movements').where('id', '=', id),
);

export async function deleteMovement(db: Queries, id: bigint): Promise<void> {
  await movementDeletion.all(db, { id });
}
