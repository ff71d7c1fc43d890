import { type Insertable, type NotNull, type Selectable, sql } from 'kysely';
import { ApiError } from '../../platform/core/errors.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { DEFAULT_FOCAL_POINT, type FocalPoint, isDefaultFocalPoint } from './focal-point.ts';
import { MAX_PHOTOS_OF_A_PET, type Photo } from './photo.ts';
import type { PhotoFileName } from './photo-sizes.ts';

const MEGABYTE = 1_000_000;
const COLUMNS = ['id', 'alt', 'width', 'height', 'color', 'focal_x', 'focal_y'] as const;

const photosByPets = new PreparedQuery((db, { petIds }: { petIds: readonly bigint[] }) =>
  db
    .selectFrom('photos')
    .select([...COLUMNS, 'pet_id'])
    .where('pet_id', 'in', petIds)
    .orderBy('pet_id')
    .orderBy('position')
    .$narrowType<{ pet_id: NotNull }>(),
);

/** Returns the photos of pets in the order of their positions. A pet without photos is not in the map. */
export function photosOf(
  db: Queries,
  petIds: readonly bigint[],
): MaybePromise<ReadonlyMap<bigint, readonly Photo[]>> {
  if (petIds.length === 0) return new Map();
  return andThen(photosByPets.all(db, { petIds }), (rows) => {
    const photos = new Map<bigint, Photo[]>();
    for (const row of rows) {
      const ofPet = photos.get(row.pet_id);
      if (ofPet === undefined) photos.set(row.pet_id, [toPhoto(row)]);
      else ofPet.push(toPhoto(row));
    }
    return photos;
  });
}

type PhotoRow = Pick<Selectable<Tables['photos']>, (typeof COLUMNS)[number]>;

function toPhoto({ id, alt, width, height, color, focal_x, focal_y }: PhotoRow): Photo {
  const focalPoint =
    focal_x === null || focal_y === null ? DEFAULT_FOCAL_POINT : { x: Number(focal_x), y: Number(focal_y) };
  return { id, alt, width: Number(width), height: Number(height), color, focalPoint };
}

export interface PhotoFile {
  readonly name: PhotoFileName;
  readonly content: Uint8Array;
}

export interface NewPhoto extends Photo {
  readonly petId: bigint;
  /** The account whose share of the storage it uses; null if it uses none. */
  readonly accountId: bigint | null;
  /** 0 is the cover. */
  readonly position: number;
  readonly files: readonly PhotoFile[];
}

const photoInsert = new PreparedQuery((db, row: Insertable<Tables['photos']>) =>
  db.insertInto('photos').values(row),
);
const fileInsert = new PreparedQuery((db, { rows }: { rows: ReadonlyArray<Tables['photo_files']> }) =>
  db.insertInto('photo_files').values(rows),
);

/** Adds a photo with its files. The caller locks the pet, and chooses a position that is free. */
export async function insertPhoto(db: Queries, photo: NewPhoto): Promise<void> {
  const { id, petId, accountId, position, alt, width, height, color, focalPoint, files } = photo;
  await photoInsert.all(db, {
    id,
    pet_id: petId,
    account_id: accountId,
    position: BigInt(position),
    alt,
    width: BigInt(width),
    height: BigInt(height),
    color,
    bytes: sizeOf(files),
    ...storedPoint(focalPoint),
  });
  await fileInsert.all(db, {
    rows: files.map(({ name, content }) => ({ photo_id: id, name, content })),
  });
}

function sizeOf(files: readonly PhotoFile[]): bigint {
  return BigInt(files.reduce((sum, { content }) => sum + content.byteLength, 0));
}

/** The default is not stored, so that photos of older versions and others are the same. */
function storedPoint(point: FocalPoint): { focal_x: bigint | null; focal_y: bigint | null } {
  if (isDefaultFocalPoint(point)) return { focal_x: null, focal_y: null };
  return { focal_x: BigInt(point.x), focal_y: BigInt(point.y) };
}

const altUpdate = new PreparedQuery((db, { id, alt }: { id: string; alt: string }) =>
  db.updateTable('photos').set({ alt }).where('id', '=', id),
);

export async function updateAlt(db: Queries, id: string, alt: string): Promise<void> {
  await altUpdate.all(db, { id, alt });
}

const pointUpdate = new PreparedQuery(
  (db, { id, ...point }: { id: string } & ReturnType<typeof storedPoint>) =>
    db.updateTable('photos').set(point).where('id', '=', id),
);
const fileDeletion = new PreparedQuery((db, { id, name }: { id: string; name: string }) =>
  db.deleteFrom('photo_files').where('photo_id', '=', id).where('name', '=', name),
);
/** The sum of the lengths is an integer of 32 bits on PostgreSQL, and the column has 64. */
const bytesUpdate = new PreparedQuery((db, { id }: { id: string }) =>
  db
    .updateTable('photos')
    .set({
      bytes: sql<bigint>`(select cast(coalesce(sum(length(content)), 0) as bigint) from photo_files where photo_id = photos.id)`,
    })
    .where('id', '=', id),
);

/** Sets what a photo is framed by, with the file that is framed by it if the photo has what that is made of. */
export async function updateFocalPoint(
  db: Queries,
  id: string,
  point: FocalPoint,
  framed: PhotoFile | undefined,
): Promise<void> {
  await pointUpdate.all(db, { id, ...storedPoint(point) });
  if (framed === undefined) return;
  await fileDeletion.all(db, { id, name: framed.name });
  await fileInsert.all(db, { rows: [{ photo_id: id, ...framed }] });
  await bytesUpdate.all(db, { id });
}

const uploader = new PreparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('photos').select('account_id').where('id', '=', id),
);

/** Returns the account whose share of the storage a photo uses. */
export function uploaderOf(db: Queries, id: string): MaybePromise<bigint | null> {
  return andThen(uploader.first(db, { id }), (row) => row?.account_id ?? null);
}

const positionUpdate = new PreparedQuery((db, { id, position }: { id: string; position: bigint }) =>
  db.updateTable('photos').set({ position }).where('id', '=', id).where('position', '<>', position),
);

/** Numbers the photos of one pet in this order, from 0. The caller locks the pet. */
export async function orderPhotos(db: Queries, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await positionUpdate.all(db, { id, position: BigInt(position) });
  }
}

const photoDeletion = new PreparedQuery((db, { id }: { id: string }) =>
  db.deleteFrom('photos').where('id', '=', id),
);

/** Deletes a photo with its files. The caller numbers the other photos of the pet again. */
export async function deletePhoto(db: Queries, id: string): Promise<void> {
  await photoDeletion.all(db, { id });
}

const photoCount = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('pet_id', '=', petId),
);

export function countPhotos(db: Queries, petId: bigint): MaybePromise<number> {
  return andThen(photoCount.first(db, { petId }), (row) => Number(row?.count ?? 0n));
}

/** As int64: on PostgreSQL the sum of integers is a decimal. */
const BYTES = sql<bigint>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes');
const bytesOfAll = new PreparedQuery((db) => db.selectFrom('photos').select(BYTES));
const bytesOfAccount = new PreparedQuery((db, { accountId }: { accountId: bigint }) =>
  db.selectFrom('photos').select(BYTES).where('account_id', '=', accountId),
);

/** Returns the size of all photos, also of those in the bin. */
export function photoBytes(db: Queries): MaybePromise<number> {
  return andThen(bytesOfAll.first(db, {}), (row) => Number(row?.bytes ?? 0n));
}

/** The same for the photos that an account uploaded. */
function photoBytesOf(db: Queries, accountId: bigint): MaybePromise<number> {
  return andThen(bytesOfAccount.first(db, { accountId }), (row) => Number(row?.bytes ?? 0n));
}

/** The storage of photos in megabytes. */
export interface PhotoStorage {
  readonly maxMegabytes: number;
  readonly maxMegabytesOfAccount: number;
}

/** @throws {ApiError} `too_many_photos`, or `storage_full`. */
export async function requireRoom(
  db: Queries,
  { petId, accountId }: { petId: bigint; accountId: bigint },
  { maxMegabytes, maxMegabytesOfAccount }: PhotoStorage,
): Promise<void> {
  if ((await countPhotos(db, petId)) >= MAX_PHOTOS_OF_A_PET) {
    throw new ApiError(
      'too_many_photos',
      `Pet ${petId} has ${MAX_PHOTOS_OF_A_PET} photos, the maximum. Remove one first.`,
    );
  }
  if ((await photoBytesOf(db, accountId)) >= maxMegabytesOfAccount * MEGABYTE) {
    throw storageFull('The photos of this account take all of its storage', maxMegabytesOfAccount);
  }
  if ((await photoBytes(db)) >= maxMegabytes * MEGABYTE) {
    throw storageFull('The photos of all accounts take all of the storage', maxMegabytes);
  }
}

function storageFull(what: string, megabytes: number): ApiError {
  return new ApiError(
    'storage_full',
    `${what}, ${megabytes} MB. Remove some first, or ask the operator for more.`,
  );
}

const fileContent = new PreparedQuery((db, { id, name }: { id: string; name: string }) =>
  db
    .selectFrom('photo_files')
    .innerJoin('photos', 'photos.id', 'photo_id')
    .select('content')
    .where('photo_id', '=', id)
    .where('name', '=', name)
    .where('pet_id', 'is not', null),
);

/** Returns the bytes of one file of a photo; undefined if there is no such photo, or if its pet is in the bin. */
export function photoFile(
  db: Queries,
  id: string,
  name: PhotoFileName,
): MaybePromise<Uint8Array | undefined> {
  return andThen(fileContent.first(db, { id, name }), (row) => row?.content);
}

const nameOfFile = new PreparedQuery((db, { id, name }: { id: string; name: string }) =>
  db.selectFrom('photo_files').select('name').where('photo_id', '=', id).where('name', '=', name),
);

export function hasPhotoFile(db: Queries, id: string, name: PhotoFileName): MaybePromise<boolean> {
  return andThen(nameOfFile.first(db, { id, name }), (row) => row !== undefined);
}

const idOfPhoto = new PreparedQuery((db, { id }: { id: string }) =>
  db.selectFrom('photos').select('id').where('id', '=', id).where('pet_id', 'is not', null),
);

/** Returns false also if the pet is in the bin. */
export function photoExists(db: Queries, id: string): MaybePromise<boolean> {
  return andThen(idOfPhoto.first(db, { id }), (row) => row !== undefined);
}
