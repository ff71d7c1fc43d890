import { type Selectable, sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { deleteMergesInto } from '../../platform/database/merged-pets.ts';
import { nameOrderColumn } from '../../platform/database/pet-columns/name-order.ts';
import { engineOf, PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ListOrder } from '../../platform/http/responses/pagination.ts';
import { tellPetFollowers } from '../../record/events/pet-followers.ts';
import type { Pet } from './pet.ts';
import { deletePet, toPet } from './pet-queries.ts';

/** A pet in the bin. */
export interface RemovedPet {
  /** Its position in the bin, which increases with each removal. */
  readonly id: bigint;
  /** As it was when it was removed. */
  readonly pet: Pet;
  readonly ownerId: bigint | null;
  /** Unix milliseconds; null for a pet of an older store whose events are not kept. */
  readonly createdAt: bigint | null;
  readonly statusChangedAt: bigint | null;
  /** The JSON of its profile; null if it has none. */
  readonly profile: string | null;
  readonly removedAt: bigint;
}

function toRemovedPet(row: Selectable<Tables['removed_pets']>): RemovedPet {
  const { id, pet_id, owner_id, created_at, status_changed_at, profile, removed_at } = row;
  return {
    id,
    pet: toPet({ ...row, id: pet_id }),
    ownerId: owner_id,
    createdAt: created_at,
    statusChangedAt: status_changed_at,
    profile,
    removedAt: removed_at,
  };
}

/** The columns that a pet has in the bin as well, besides its id. */
const KEPT = ['name', 'category_id', 'status', 'owner_id', 'created_at', 'status_changed_at'] as const;

const binInsert = new PreparedQuery((db, { petId, at }: { petId: bigint; at: bigint }) =>
  db
    .insertInto('removed_pets')
    .columns(['pet_id', ...KEPT, 'profile', 'removed_at'])
    .expression((from) =>
      from
        .selectFrom('pets')
        .leftJoin('profiles', 'profiles.pet_id', 'pets.id')
        .select(['pets.id', ...KEPT, 'profile', sql<bigint>`cast(${at} as bigint)`.as('removed_at')])
        .where('pets.id', '=', petId),
    ),
);

/** The files of photos stay where they are: to write them again would take long. */
const photosToBin = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.updateTable('photos').set({ removed_pet_id: petId, pet_id: null }).where('pet_id', '=', petId),
);

const movementsToBin = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.updateTable('movements').set({ removed_pet_id: petId, pet_id: null }).where('pet_id', '=', petId),
);

/** Moves a pet that is locked from the catalogue to the bin, with its profile, its photos and its movements. */
export async function moveToBin(db: Queries, petId: bigint, at: number): Promise<void> {
  await binInsert.all(db, { petId, at: BigInt(at) });
  await photosToBin.all(db, { petId });
  await movementsToBin.all(db, { petId });
  await deletePet(db, petId);
}

interface ReturnedPet {
  readonly petId: bigint;
  readonly at: bigint;
  readonly name_order?: string;
}

const petInsert = new PreparedQuery((db, { petId, at, name_order }: ReturnedPet) => {
  // The id is that which the store assigned before.
  const overriding = engineOf(db).idIsIdentity ? sql`overriding system value` : sql``;
  const columns = sql.join(KEPT.map((column) => sql.ref(column)));
  const [column, value] =
    name_order === undefined ? [sql``, sql``] : [sql`, name_order`, sql`, ${name_order}`];
  return sql`insert into pets (id, ${columns}, updated_at${column}) ${overriding}
    select pet_id, ${columns}, cast(${at} as bigint)${value} from removed_pets where pet_id = ${petId}`;
});

const profileInsert = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db
    .insertInto('profiles')
    .columns(['pet_id', 'profile'])
    .expression((from) =>
      from
        .selectFrom('removed_pets')
        .select((column) => ['pet_id', column.ref('profile').$notNull().as('profile')])
        .where('pet_id', '=', petId)
        .where('profile', 'is not', null),
    ),
);

const photosFromBin = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db
    .updateTable('photos')
    .set({ pet_id: petId, removed_pet_id: null })
    .where('removed_pet_id', '=', petId)
    .returning('id'),
);

const movementsFromBin = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db
    .updateTable('movements')
    .set({ pet_id: petId, removed_pet_id: null })
    .where('removed_pet_id', '=', petId),
);

/** Moves a pet that is locked in the bin back. Returns true if it has photos. */
export async function moveFromBin(db: Queries, { id: petId, name }: Pet, at: number): Promise<boolean> {
  await petInsert.all(db, { petId, at: BigInt(at), ...nameOrderColumn(db, name) });
  await profileInsert.all(db, { petId });
  const photos = await photosFromBin.all(db, { petId });
  await movementsFromBin.all(db, { petId });
  await removedPetDeletion.all(db, { petId });
  return photos.length > 0;
}

const removedPet = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.selectFrom('removed_pets').selectAll().where('pet_id', '=', petId),
);

/** Reads a pet in the bin, without a lock. */
export async function findRemovedPet(db: Queries, petId: bigint): Promise<RemovedPet | undefined> {
  const row = await removedPet.first(db, { petId });
  return row && toRemovedPet(row);
}

const removedPetLock = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.selectFrom('removed_pets').selectAll().where('pet_id', '=', petId).forUpdate(),
);

/** Reads a pet in the bin and locks it until the end of the transaction. */
export async function lockRemovedPet(db: Queries, petId: bigint): Promise<RemovedPet | undefined> {
  const row = await removedPetLock.first(db, { petId });
  return row && toRemovedPet(row);
}

const removedPetDeletion = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.deleteFrom('removed_pets').where('pet_id', '=', petId),
);

/** Deletes a pet in the bin for good, with its photos. */
export async function eraseRemovedPet(db: Queries, petId: bigint): Promise<void> {
  await deleteMergesInto(db, [petId]);
  await removedPetDeletion.all(db, { petId });
}

/** The request for a page of the bin: `after` is the last position of the previous page. */
export interface BinPage {
  /** Only pets of this account; undefined for all. */
  readonly ownerId: bigint | undefined;
  readonly order: ListOrder;
  readonly after: bigint | undefined;
  readonly limit: number;
}

const binPage = new PreparedQuery(
  (db, { ownerId, order, after, limit }: BinPage) => {
    const isNewestFirst = order === 'newest first';
    let query = db.selectFrom('removed_pets').selectAll().limit(rowLimit(limit));
    if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
    if (after !== undefined) query = query.where('id', isNewestFirst ? '<' : '>', after);
    return query.orderBy('id', isNewestFirst ? 'desc' : 'asc');
  },
  ['order'],
);

export function listRemovedPets(db: Queries, page: BinPage): MaybePromise<RemovedPet[]> {
  return andThen(binPage.all(db, page), (rows) => rows.map(toRemovedPet));
}

const anyRemovedPet = new PreparedQuery((db) => db.selectFrom('removed_pets').select('id').limit(sql.lit(1)));

/** Returns false if the bin is empty. */
export async function hasRemovedPets(db: Queries): Promise<boolean> {
  return (await anyRemovedPet.first(db, {})) !== undefined;
}

const binnedIds = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db.selectFrom('removed_pets').select('pet_id').where('pet_id', 'in', jsonIds(db, petIds)),
);

/** Returns those of the pets that are in the bin. */
export async function findRemovedPets(db: Queries, petIds: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (petIds.length === 0) return new Set();
  const rows = await binnedIds.all(db, { petIds: idsJson(petIds) });
  return new Set(rows.map(({ pet_id }) => pet_id));
}

const expiredPets = new PreparedQuery((db, { before, limit }: { before: bigint; limit: number }) =>
  db
    .deleteFrom('removed_pets')
    .where('id', 'in', (from) =>
      from
        .selectFrom('removed_pets')
        .select('id')
        .where('removed_at', '<', before)
        .orderBy('removed_at')
        .limit(rowLimit(limit)),
    )
    .returning('pet_id'),
);

/** Deletes up to `limit` pets for good that were removed before `before`; returns their number. */
export async function eraseRemovedBefore(
  db: Queries,
  { before, limit }: { before: number; limit: number },
  now: number,
): Promise<number> {
  const erased = await expiredPets.all(db, { before: BigInt(before), limit });
  const petIds = erased.map(({ pet_id }) => pet_id);
  await deleteMergesInto(db, petIds);
  await tellPetFollowers(db, petIds, { actor: null, at: now });
  return erased.length;
}
