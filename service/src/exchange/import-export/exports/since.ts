import { sql } from 'kysely';
import type { Pet } from '../../../catalogue/pets/pet.ts';
import { readPets } from '../../../catalogue/pets/pet-queries.ts';
import { AUDIT_ACTIONS } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';

/**
 * The mapping with which any version imports what was exported since a time. Each animal has a reference, so that the same file
 * again adds none (docs/adr/0073).
 */
export const MAPPING_OF_ADDED = `${JSON.stringify(
  Object.fromEntries(['reference', 'name', 'categoryId', 'status'].map((column) => [column, { column }])),
  null,
  2,
)}\n`;

interface AddedRange {
  /** Unix milliseconds. */
  readonly since: bigint;
  readonly after: bigint;
  readonly limit: number;
}

const addedIds = new PreparedQuery((db, { since, after, limit }: AddedRange) =>
  db
    .selectFrom('pets')
    .select('id')
    .where('created_at', '>=', since)
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowLimit(limit)),
);

/** Returns the next pets that were added since a time, oldest first. */
export async function listAdded(db: Queries, range: AddedRange): Promise<Pet[]> {
  const ids = (await addedIds.all(db, range)).map(({ id }) => id);
  return ids.length === 0 ? [] : await readPets(db, ids);
}

/** Returns the references that animals of several accounts have. */
export async function sharedReferences(db: Queries): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('imported_pets')
    .select('reference')
    .groupBy('reference')
    .having((columns) => columns.fn.countAll(), '>', 1n)
    .execute();
  return new Set(rows.map(({ reference }) => reference));
}

/** What was changed since a time, and is not in a file of the animals that were added since. */
export interface NotExported {
  /** Ids of added animals. */
  readonly profilesAndPhotos: readonly bigint[];
  /** Ids of older animals. */
  readonly changed: readonly bigint[];
  readonly removed: readonly bigint[];
  /** Ids of orders. */
  readonly orders: readonly bigint[];
  /** The number of changes by admins, and of new names of categories. */
  readonly otherChanges: number;
  /** The accounts that own the added animals; null for none. An import gives all of them to one. */
  readonly owners: ReadonlyArray<string | null>;
}

export async function readNotExported(db: Queries, since: bigint): Promise<NotExported> {
  const ids = async (query: ReturnType<typeof sql<{ id: bigint }>>) =>
    (await query.execute(db)).rows.map(({ id }) => id);
  return {
    profilesAndPhotos: await ids(sql`select id from pets where created_at >= ${since} and (
      exists (select 1 from profiles where pet_id = pets.id) or exists (select 1 from photos where pet_id = pets.id))
      order by id`),
    changed: await ids(sql`select id from pets
      where updated_at >= ${since} and (created_at is null or created_at < ${since}) order by id`),
    removed: await ids(sql`select distinct pet_id as id from events as removal
      where type = 'pet.deleted' and at >= ${since} and not exists (
        select 1 from events as addition where addition.pet_id = removal.pet_id
          and addition.type = 'pet.created' and addition.at >= ${since})
      order by pet_id`),
    orders: await ids(sql`select id from orders where updated_at >= ${since} order by id`),
    otherChanges: await countOtherChanges(db, since),
    owners: await ownersOfAdded(db, since),
  };
}

async function countOtherChanges(db: Queries, since: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .select((columns) => columns.fn.countAll<bigint>().as('count'))
    .where('type', 'in', [...AUDIT_ACTIONS, 'category.named'])
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function ownersOfAdded(db: Queries, since: bigint): Promise<Array<string | null>> {
  const rows = await db
    .selectFrom('pets')
    .leftJoin('accounts', 'accounts.id', 'owner_id')
    .select('accounts.name')
    .distinct()
    .where('pets.created_at', '>=', since)
    .orderBy('accounts.name')
    .execute();
  return rows.map(({ name }) => name);
}
