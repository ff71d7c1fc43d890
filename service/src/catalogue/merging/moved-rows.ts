import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { CLOSED_ORDER } from '../../platform/database/open-orders.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';

interface Move {
  readonly petId: bigint;
  readonly intoId: bigint;
  /** The number of photos that the other pet has. */
  readonly photosBefore: bigint;
}

/**
 * Moves the rows of one table from a pet to another one. The rows have nothing of the pet but its id, unless a comment names more.
 * `catalogue/merging/moved-rows.test.ts` fails for a table with a `pet_id` that is neither here nor among those that it excludes.
 */
const MOVES = {
  /** They follow those of the other pet. */
  photos: new PreparedQuery((db, { petId, intoId, photosBefore }: Move) =>
    db
      .updateTable('photos')
      .set(({ eb }) => ({ pet_id: intoId, position: eb('position', '+', photosBefore) }))
      .where('pet_id', '=', petId)
      .returning('pet_id'),
  ),
  /** They belong to the owner of the other pet. */
  orders: new PreparedQuery((db, { petId, intoId }: Move) =>
    db
      .updateTable('orders')
      .set(({ selectFrom }) => ({
        pet_id: intoId,
        owner_id: selectFrom('pets').select('owner_id').where('id', '=', intoId),
      }))
      .where('pet_id', '=', petId)
      .returning('pet_id'),
  ),
  movements: new PreparedQuery((db, { petId, intoId }: Move) =>
    db.updateTable('movements').set({ pet_id: intoId }).where('pet_id', '=', petId).returning('pet_id'),
  ),
  /** An export writes the reference of the pet itself, if it has one. */
  imported_pets: new PreparedQuery((db, { petId, intoId }: Move) =>
    db
      .updateTable('imported_pets')
      .set(({ fn, val }) => ({ pet_id: intoId, merged_from: fn.coalesce('merged_from', val(petId)) }))
      .where('pet_id', '=', petId)
      .returning('pet_id'),
  ),
  /** They go to the account that owns the other pet. */
  applications: new PreparedQuery((db, { petId, intoId }: Move) =>
    db
      .updateTable('applications')
      .set(({ selectFrom }) => ({
        pet_id: intoId,
        account_id: selectFrom('pets').select('owner_id').where('id', '=', intoId),
      }))
      .where('pet_id', '=', petId)
      .returning('pet_id'),
  ),
} as const;

export type MovedTable = keyof typeof MOVES;
export const MOVED_TABLES = Object.keys(MOVES) as readonly MovedTable[]; // the keys of an object literal

/** Moves all that belongs to a pet to another one. Both must be locked. Returns the number of rows of each table. */
export async function moveRows(db: Queries, move: Move): Promise<Record<MovedTable, number>> {
  const counts = { photos: 0, orders: 0, movements: 0, imported_pets: 0, applications: 0 };
  for (const table of MOVED_TABLES) counts[table] = (await MOVES[table].all(db, move)).length;
  return counts;
}

/** The maximum number of rows that one merge moves, of the tables of which a pet may have more. */
export const MAX_MOVED = {
  orders: 1_000,
  applications: 1_000,
} as const;
type LimitedTable = keyof typeof MAX_MOVED;
export const LIMITED_TABLES = Object.keys(MAX_MOVED) as readonly LimitedTable[]; // the keys of an object literal

const rowBeyond = new PreparedQuery(
  (db, { table, petId }: { table: LimitedTable; petId: bigint }) => {
    const rows = db.selectFrom(table).select('id').where('pet_id', '=', petId);
    return (table === 'orders' ? rows.where(CLOSED_ORDER) : rows)
      .orderBy('pet_id')
      .orderBy('id')
      .limit(sql.lit(1))
      .offset(sql.lit(MAX_MOVED[table]));
  },
  ['table'],
);

/** Returns true if a pet has more closed orders or applications than a merge moves. */
export async function hasMoreRows(db: Queries, table: LimitedTable, petId: bigint): Promise<boolean> {
  return (await rowBeyond.first(db, { table, petId })) !== undefined;
}
