import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { deleteMergesInto } from '../../platform/database/merged-pets.ts';
import { OPEN_ORDER } from '../../platform/database/open-orders.ts';
import { nameOrderColumn } from '../../platform/database/pet-columns/name-order.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { ChangedListing } from '../../record/events/event.ts';
import { profileTagOf } from '../../record/events/listing-state.ts';
import type { ImportedPet, NewPet, Pet, PetStatus } from './pet.ts';
import { PET_COLUMNS, type PetPage, petListQuery, petTextsQuery } from './pet-list-query.ts';

const petsOfPage = new PreparedQuery(petListQuery, ['order']);

export function listPets(db: Queries, page: PetPage): MaybePromise<Pet[]> {
  return andThen(petsOfPage.all(db, page), (rows) => rows.map(toPet));
}

/** A pet as JSON of the API. */
export interface PetText {
  readonly id: bigint;
  readonly json: string;
}

const petTextsOfPage = new PreparedQuery(petTextsQuery, ['order']);

/** As `listPets`, for a page that is only sent. */
export function listPetTexts(db: Queries, page: PetPage): MaybePromise<PetText[]> {
  return petTextsOfPage.all(db, page);
}

const petById = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('pets').select(PET_COLUMNS).where('id', '=', id),
);

export function findPet(db: Queries, id: bigint): MaybePromise<Pet | undefined> {
  return andThen(petById.first(db, { id }), (row) => row && toPet(row));
}

const petsByIds = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db.selectFrom('pets').select(PET_COLUMNS).where('id', 'in', ids),
);

/** Returns those of the pets that exist, in the order of the ids. */
export function readPets(db: Queries, ids: readonly bigint[]): MaybePromise<Pet[]> {
  if (ids.length === 0) return [];
  return andThen(petsByIds.all(db, { ids }), (rows) => {
    const byId = new Map(rows.map((row) => [row.id, toPet(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  });
}

/** Returns the fields that imports set, for those of the ids that exist. */
export async function findPets(db: Queries, ids: readonly bigint[]): Promise<Map<bigint, ImportedPet>> {
  if (ids.length === 0) return new Map();
  const rows = await petsByIds.all(db, { ids });
  return new Map(
    rows.map(({ id, name, category_id, status }) => [id, { name, categoryId: category_id, status }]),
  );
}

const petInsert = new PreparedQuery((db, pet: Insertable<Tables['pets']>) =>
  db.insertInto('pets').values(pet).returning(PET_COLUMNS),
);

/** The values of a pet that is added. Without an owner (null), only managers can change it. */
export function newPetColumns(
  db: Queries,
  { name, categoryId, status }: NewPet | ImportedPet,
  ownerId: bigint | null,
  at: number,
) {
  return {
    name,
    ...nameOrderColumn(db, name),
    category_id: categoryId,
    status: status ?? null,
    owner_id: ownerId,
    created_at: BigInt(at),
    status_changed_at: typeof status === 'string' ? BigInt(at) : null,
    updated_at: BigInt(at),
  };
}

/** Adds a pet and returns it with its id. */
export async function insertPet(db: Queries, pet: NewPet, ownerId: bigint | null, at: number): Promise<Pet> {
  const row = await petInsert.first(db, newPetColumns(db, pet, ownerId, at));
  if (row === undefined) throw new Error('The insert returned no pet');
  return toPet(row);
}

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

function selectOwnedPet(db: Queries, { id }: { id: bigint }) {
  return db
    .selectFrom('pets')
    .select([...PET_COLUMNS, 'owner_id'])
    .where('id', '=', id);
}

const ownedPet = new PreparedQuery(selectOwnedPet);

/** Reads a pet with its owner, without a lock. */
export function findOwnedPet(db: Queries, id: bigint): MaybePromise<OwnedPet | undefined> {
  return andThen(ownedPet.first(db, { id }), (row) => row && toOwned(row));
}

// A lock makes others wait until the end of the transaction, so a pet of another owner than the sender may change is not locked.

const petLock = new PreparedQuery((db, { id, ownerId }: { id: bigint; ownerId: bigint | undefined }) => {
  const pet = selectOwnedPet(db, { id }).forUpdate();
  return ownerId === undefined ? pet : pet.where('owner_id', '=', ownerId);
});

/** Reads a pet, of `ownerId` if that is given, and locks it until the end of the transaction. */
export async function lockPet(db: Queries, id: bigint, ownerId?: bigint): Promise<OwnedPet | undefined> {
  const row = await petLock.first(db, { id, ownerId });
  return row && toOwned(row);
}

function selectOwnedPets(db: Queries, { ids }: { ids: string }) {
  return db
    .selectFrom('pets')
    .select([...PET_COLUMNS, 'owner_id'])
    .where('id', 'in', jsonIds(db, ids))
    .orderBy('id');
}

const ownedPets = new PreparedQuery(selectOwnedPets);

/** Reads those of the pets that exist, in the order of their ids, without a lock. */
export async function findOwnedPets(db: Queries, ids: readonly bigint[]): Promise<OwnedPet[]> {
  return (await ownedPets.all(db, { ids: idsJson(ids) })).map(toOwned);
}

const petLocks = new PreparedQuery((db, { ids, ownerId }: { ids: string; ownerId: bigint | undefined }) => {
  const pets = selectOwnedPets(db, { ids }).forUpdate();
  return ownerId === undefined ? pets : pets.where('owner_id', '=', ownerId);
});

/**
 * Reads those of the pets that exist, and locks them, in the order of their ids, until the end of the transaction. With an `ownerId`,
 * those of others are only read.
 */
export async function lockOwnedPets(
  db: Queries,
  ids: readonly bigint[],
  ownerId?: bigint,
): Promise<OwnedPet[]> {
  const locked = (await petLocks.all(db, { ids: idsJson(ids), ownerId })).map(toOwned);
  if (ownerId === undefined || locked.length === ids.length) return locked;
  const all = await findOwnedPets(db, ids);
  return [...locked, ...all.filter((one) => one.ownerId !== ownerId)];
}

type OwnedPetRow = Awaited<ReturnType<ReturnType<typeof selectOwnedPet>['executeTakeFirstOrThrow']>>;

function toOwned(row: OwnedPetRow): OwnedPet {
  return { pet: toPet(row), ownerId: row.owner_id };
}

/** What a change returns for its event. A subquery, because RETURNING has no joins. */
const CHANGED_LISTING = [
  'created_at',
  'status_changed_at',
  sql<string | null>`(select profile from profiles where pet_id = pets.id)`.as('profile'),
] as const;

type ListingRow = Pick<Selectable<Tables['pets']>, 'created_at' | 'status_changed_at'> & {
  readonly profile: string | null;
};

function toChangedListing({ created_at, status_changed_at, profile }: ListingRow): ChangedListing {
  return {
    createdAt: created_at,
    statusChangedAt: status_changed_at,
    profileTag: profileTagOf(profile),
  };
}

type PetUpdate = Updateable<Tables['pets']> & { id: bigint };

const petUpdate = new PreparedQuery((db, { id, ...fields }: PetUpdate) =>
  db.updateTable('pets').set(fields).where('id', '=', id).returning(CHANGED_LISTING),
);

/**
 * Sets the given fields only: an engine writes every index of a column that is set, even to the value that it has. Returns
 * undefined if the pet does not exist.
 */
export async function updatePet(
  db: Queries,
  id: bigint,
  { name, categoryId, status }: Partial<ImportedPet>,
  at: number,
): Promise<ChangedListing | undefined> {
  const statusChangedAt = status === undefined ? undefined : BigInt(at);
  const times = { status_changed_at: statusChangedAt, updated_at: BigInt(at) };
  const names = name === undefined ? {} : { name, ...nameOrderColumn(db, name) };
  const row = await petUpdate.first(db, { id, ...names, category_id: categoryId, status, ...times });
  return row && toChangedListing(row);
}

const petTouch = new PreparedQuery((db, { id, at }: { id: bigint; at: bigint }) =>
  db.updateTable('pets').set({ updated_at: at }).where('id', '=', id),
);

/** Records that the profile or the photos of a pet changed. */
export async function touchPet(db: Queries, id: bigint, at: number): Promise<void> {
  await petTouch.all(db, { id, at: BigInt(at) });
}

interface StatusMove {
  readonly id: bigint;
  readonly from: PetStatus;
  readonly to: PetStatus;
  readonly at: bigint;
}

const petStatusMove = new PreparedQuery((db, { id, from, to, at }: StatusMove) =>
  db
    .updateTable('pets')
    .set({ status: to, status_changed_at: at, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning([...PET_COLUMNS, ...CHANGED_LISTING]),
);

/** A pet after a change, with what its event needs. */
export interface ChangedPet {
  readonly pet: Pet;
  readonly listing?: ChangedListing | undefined;
}

/** Changes the status of a pet in one statement. Returns undefined if its status is not `from`. */
export async function movePetStatus(
  db: Queries,
  id: bigint,
  from: PetStatus,
  to: PetStatus,
  at: number,
): Promise<ChangedPet | undefined> {
  const row = await petStatusMove.first(db, { id, from, to, at: BigInt(at) });
  return row && { pet: toPet(row), listing: toChangedListing(row) };
}

const petDeletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('pets').where('id', '=', id),
);

export async function deletePet(db: Queries, id: bigint): Promise<void> {
  await petDeletion.all(db, { id });
}

const openOrderOfPet = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.selectFrom('orders').select('id').where('pet_id', '=', petId).where('status', 'in', OPEN_ORDER),
);

/** Returns the id of the open order that holds a pet; undefined if there is none. */
export async function findOpenOrderId(db: Queries, petId: bigint): Promise<bigint | undefined> {
  const row = await openOrderOfPet.first(db, { petId });
  return row?.id;
}

/** Deletes pets for good; returns those that still existed, sorted by id. */
export async function deletePets(db: Queries, ids: readonly bigint[]): Promise<Pet[]> {
  await deleteMergesInto(db, ids);
  const rows = await db.deleteFrom('pets').where('id', 'in', ids).returning(PET_COLUMNS).execute();
  return rows.map(toPet).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const petCount = new PreparedQuery((db, { after, limit }: { after: bigint; limit: number }) => {
  const some = db
    .selectFrom('pets')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowLimit(limit));
  return db
    .selectFrom(some.as('some'))
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max<bigint | null>('id').as('last')]);
});

/** Counts up to `limit` pets with ids above `after`; `last` is the highest of them, null if there are none. */
export async function countPetsAfter(
  db: Queries,
  after: bigint,
  limit: number,
): Promise<{ count: number; last: bigint | null }> {
  const { count = 0n, last = null } = (await petCount.first(db, { after, limit })) ?? {};
  return { count: Number(count), last };
}
