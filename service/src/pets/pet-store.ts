import type { Insertable, Selectable } from 'kysely';
import { BulkInsert, CompiledQueryCache } from '../database/compiled-query-cache.ts';
import type { Queries, ReadSync } from '../database/database.ts';
import { OPEN_ORDER } from '../database/open-orders.ts';
import type { Tables } from '../database/tables.ts';
import type { ImportedPet, NewPet, Pet, PetStatus, PetValues } from './pet.ts';
import { listQuery, PET_COLUMNS, type PetPage } from './pet-list-query.ts';

const lists = new CompiledQueryCache<PetRow>();

/** Returns a page of pets: one range of one index for any filters, so its cost does not depend on its depth. */
export async function listPets(db: Queries, page: PetPage): Promise<Pet[]> {
  const { build, parameters } = listQuery(db, page);
  return (await lists.run(db, shapeOf(page), build, parameters)).map(toPet);
}

/** Like `listPets`, but synchronous, for a store in this process. */
export function listPetsSync(db: Queries, { rows }: ReadSync, page: PetPage): PetValues[] {
  const { build, parameters } = listQuery(db, page);
  const { sql } = lists.compile(db, shapeOf(page), build);
  return rows({ sql, parameters }) as PetValues[]; // the query selects PET_COLUMNS
}

function shapeOf({ order, status, categoryId, after }: PetPage): string {
  return `${order} ${status !== undefined} ${categoryId !== undefined} ${after !== undefined}`;
}

export async function findPet(db: Queries, id: bigint): Promise<Pet | undefined> {
  const row = await db.selectFrom('pets').select(PET_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toPet(row);
}

/** Returns the fields that imports set, for those of the ids that exist. */
export async function findPets(db: Queries, ids: readonly bigint[]): Promise<Map<bigint, ImportedPet>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('pets').select(PET_COLUMNS).where('id', 'in', ids).execute();
  return new Map(
    rows.map(({ id, name, category_id, status }) => [id, { name, categoryId: category_id, status }]),
  );
}

/** Adds a pet and returns it with its id. Without an owner (null), only managers can change it. */
export async function insertPet(
  db: Queries,
  { name, categoryId, status }: NewPet,
  ownerId: bigint | null,
): Promise<Pet> {
  const [row] = await newPets.run(db, [
    { name, category_id: categoryId, status: status ?? null, owner_id: ownerId },
  ]);
  if (row === undefined) throw new Error('The insert returned no pet');
  return toPet(row);
}

const newPets = new BulkInsert((db, rows: readonly Insertable<Tables['pets']>[]) =>
  db
    .insertInto('pets')
    .values([...rows])
    .returning(PET_COLUMNS),
);

type PetRow = Pick<Selectable<Tables['pets']>, (typeof PET_COLUMNS)[number]>;

export function toPet({ id, name, category_id, status }: PetRow): Pet {
  return status === null
    ? { id, name, categoryId: category_id }
    : { id, name, categoryId: category_id, status };
}

export interface OwnedPet {
  readonly pet: Pet;
  /** The account that added it; null if only managers can change it. */
  readonly ownerId: bigint | null;
}

/** Reads a pet and locks it until the end of the transaction. */
export async function lockPet(db: Queries, id: bigint): Promise<OwnedPet | undefined> {
  const row = await db
    .selectFrom('pets')
    .select([...PET_COLUMNS, 'owner_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { pet: toPet(row), ownerId: row.owner_id };
}

/** Locks pets in the order of their ids, as every transaction does, so that they cannot deadlock. */
export async function lockPets(db: Queries, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await db.selectFrom('pets').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

export async function updatePet(db: Queries, pet: Pet): Promise<void> {
  await db
    .updateTable('pets')
    .set({ name: pet.name, category_id: pet.categoryId, status: pet.status ?? null })
    .where('id', '=', pet.id)
    .execute();
}

/** Changes the status of a pet in one statement. Returns undefined if its status is not `from`. */
export async function movePetStatus(
  db: Queries,
  id: bigint,
  from: PetStatus,
  to: PetStatus,
): Promise<Pet | undefined> {
  const row = await db
    .updateTable('pets')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning(PET_COLUMNS)
    .executeTakeFirst();
  return row && toPet(row);
}

export async function deletePet(db: Queries, id: bigint): Promise<void> {
  await db.deleteFrom('pets').where('id', '=', id).execute();
}

/** Returns the id of the open order that holds a pet; undefined if there is none. */
export async function findOpenOrderId(db: Queries, petId: bigint): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('pet_id', '=', petId)
    .where('status', 'in', OPEN_ORDER)
    .executeTakeFirst();
  return row?.id;
}

/** Deletes pets; returns those that still existed, sorted by id. */
export async function deletePets(db: Queries, ids: readonly bigint[]): Promise<Pet[]> {
  const rows = await db.deleteFrom('pets').where('id', 'in', ids).returning(PET_COLUMNS).execute();
  return rows.map(toPet).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Counts up to `limit` pets with ids above `after`; `last` is the highest of them, null if there are none. */
export async function countPetsAfter(
  db: Queries,
  after: bigint,
  limit: number,
): Promise<{ count: number; last: bigint | null }> {
  const some = db.selectFrom('pets').select('id').where('id', '>', after).orderBy('id').limit(limit);
  const { count, last } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max<bigint | null>('id').as('last')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), last };
}
