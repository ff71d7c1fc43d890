import { randomBytes } from 'node:crypto';
import { DEFAULT_FOCAL_POINT } from '../../catalogue/photos/focal-point.ts';
import type { Photo } from '../../catalogue/photos/photo.ts';
import type { PhotoFile } from '../../catalogue/photos/photo-queries.ts';
import type { PreparedPhoto } from '../../catalogue/photos/processing/photo-processor.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { ListedAnimal, PartnerAnimal } from './partner.ts';
import { SILENCE } from './partner.ts';

/** What is shown of each partner: its newest animals. */
const MAX_SHOWN = 24;
/** The files of a picture that a card has. */
const KEPT_FILES: readonly PhotoFile['name'][] = ['320.webp', '800.webp', '800.jpg'];

const photosOfAnimals = new PreparedQuery((db, { id }: { id: bigint }) =>
  db
    .selectFrom('partner_animals')
    .select(['remote_id', 'photo_url', 'photo_id', 'photo'])
    .where('partner_id', '=', id),
);

const animalDeletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('partner_animals').where('partner_id', '=', id),
);

const photoDeletion = new PreparedQuery((db, { ids }: { ids: readonly string[] }) =>
  db.deleteFrom('partner_photos').where('photo_id', 'in', ids),
);

/** Makes the animals of a partner those of its list. Their pictures stay if they have the same address. */
export async function replaceAnimals(
  db: Queries,
  id: bigint,
  listed: readonly ListedAnimal[],
): Promise<void> {
  const rows = await photosOfAnimals.all(db, { id });
  const before = new Map(rows.map((row) => [row.remote_id, row]));
  /** What is known of the picture of an animal, if its address is the same. */
  const knownPhoto = ({ remoteId, photoUrl }: ListedAnimal) => {
    const known = before.get(remoteId);
    return photoUrl !== undefined && known?.photo_url === photoUrl ? known : undefined;
  };
  const kept = new Set(listed.map((one) => knownPhoto(one)?.photo_id));
  await deletePhotos(
    db,
    rows.flatMap(({ photo_id }) => (photo_id === null || kept.has(photo_id) ? [] : [photo_id])),
  );
  await animalDeletion.all(db, { id });
  if (listed.length === 0) return;
  const values = listed.map((one, position) => {
    const known = knownPhoto(one);
    return {
      partner_id: id,
      remote_id: one.remoteId,
      position: BigInt(position),
      animal: JSON.stringify(one.animal),
      photo_url: one.photoUrl ?? null,
      photo_id: known?.photo_id ?? null,
      photo: known?.photo ?? null,
    };
  });
  await db.insertInto('partner_animals').values(values).execute();
}

async function deletePhotos(db: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await photoDeletion.all(db, { ids });
}

interface MissingPhoto {
  readonly remoteId: string;
  readonly url: string;
}

/** Returns the animals whose pictures have not been read. */
export async function missingPhotos(db: Queries, id: bigint): Promise<MissingPhoto[]> {
  const rows = await db
    .selectFrom('partner_animals')
    .select(['remote_id', 'photo_url'])
    .where('partner_id', '=', id)
    .where('photo_url', 'is not', null)
    .where('photo_id', 'is', null)
    .orderBy('position')
    .execute();
  return rows.map(({ remote_id, photo_url }) => ({ remoteId: remote_id, url: photo_url ?? '' }));
}

/** Gives an animal its picture, or none if it cannot be used; unless its list has another one meanwhile. */
export async function setPhoto(
  db: Queries,
  id: bigint,
  { remoteId, url }: MissingPhoto,
  prepared: PreparedPhoto | undefined,
): Promise<void> {
  const photoId = randomBytes(16).toString('hex');
  const { width, height, color } = prepared ?? {};
  const updated = await db
    .updateTable('partner_animals')
    .set(
      prepared === undefined
        ? { photo_url: null }
        : { photo_id: photoId, photo: JSON.stringify({ width, height, color }) },
    )
    .where('partner_id', '=', id)
    .where('remote_id', '=', remoteId)
    .where('photo_url', '=', url)
    .where('photo_id', 'is', null)
    .returning('remote_id')
    .executeTakeFirst();
  if (updated === undefined || prepared === undefined) return;
  const files = prepared.files.filter(({ name }) => KEPT_FILES.includes(name));
  await db
    .insertInto('partner_photos')
    .values(files.map(({ name, content }) => ({ photo_id: photoId, name, content })))
    .execute();
}

/** An animal of a partner, as pages show it. */
export interface ShownAnimal {
  readonly partner: { readonly name: string; readonly coordinates: string | undefined };
  /** In the list of the partner. */
  readonly position: number;
  readonly animal: PartnerAnimal;
  readonly photo: Photo | undefined;
}

const shown = new PreparedQuery((db, { since }: { since: bigint }) =>
  db
    .selectFrom('partner_animals')
    .innerJoin('partners', 'partners.id', 'partner_id')
    .select(['name', 'coordinates', 'position', 'animal', 'photo_id', 'photo'])
    .where('state', '=', 'on')
    .where('read_at', '>', since)
    .where('position', '<', BigInt(MAX_SHOWN))
    .orderBy('position')
    .orderBy('partner_id'),
);

/** Returns the newest animals of each partner that has answered within a day. */
export function shownAnimals(db: Queries, now: number): MaybePromise<ShownAnimal[]> {
  return andThen(shown.all(db, { since: BigInt(now - SILENCE) }), (rows) =>
    rows.map(({ name, coordinates, position, animal: text, photo_id, photo }) => {
      const animal = JSON.parse(text) as PartnerAnimal; // this module has written it
      const picture =
        photo === null ? undefined : (JSON.parse(photo) as Pick<Photo, 'width' | 'height' | 'color'>);
      return {
        partner: { name: name ?? '', coordinates: coordinates ?? undefined },
        position: Number(position),
        animal,
        photo: picture && {
          id: photo_id ?? '',
          alt: animal.alt,
          focalPoint: DEFAULT_FOCAL_POINT,
          ...picture,
        },
      };
    }),
  );
}

const photoContent = new PreparedQuery((db, { id, name }: { id: string; name: string }) =>
  db.selectFrom('partner_photos').select('content').where('photo_id', '=', id).where('name', '=', name),
);

/** Returns the bytes of one file of a picture of a partner. */
export function partnerPhotoFile(
  db: Queries,
  id: string,
  name: string,
): MaybePromise<Uint8Array | undefined> {
  return andThen(photoContent.first(db, { id, name }), (row) => row?.content);
}
