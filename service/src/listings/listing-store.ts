import type { Selectable } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { PET_COLUMNS, type PetPage, petRange } from '../pets/pet-list-query.ts';
import { toPet } from '../pets/pet-store.ts';
import { photosOf } from '../photos/photo-store.ts';
import type { Listing } from './listing.ts';
import { profilesOf } from './profile-store.ts';

const COLUMNS = [...PET_COLUMNS, 'created_at', 'status_changed_at', 'updated_at'] as const;

type Row = Pick<Selectable<Tables['pets']>, (typeof COLUMNS)[number]>;

const petsOfPage = new PreparedQuery((db, page: PetPage) => petRange(db, page).select(COLUMNS), ['order']);

/** Returns a page of listings. */
export function readPage(db: Queries, page: PetPage): MaybePromise<Listing[]> {
  return andThen(petsOfPage.all(db, page), (rows) => withDetails(db, rows));
}

const petsByIds = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db.selectFrom('pets').select(COLUMNS).where('id', 'in', ids),
);

/** Returns the listings of those of the pets that exist, in the order of the ids. */
export function readListings(db: Queries, ids: readonly bigint[]): MaybePromise<Listing[]> {
  if (ids.length === 0) return [];
  return andThen(petsByIds.all(db, { ids }), (rows) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return withDetails(
      db,
      ids.flatMap((id) => byId.get(id) ?? []),
    );
  });
}

const petById = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('pets').select(COLUMNS).where('id', '=', id),
);

export function findListing(db: Queries, petId: bigint): MaybePromise<Listing | undefined> {
  return andThen(petById.all(db, { id: petId }), (rows) =>
    andThen(withDetails(db, rows), ([listing]) => listing),
  );
}

/** Adds the profiles and the photos. */
function withDetails(db: Queries, rows: readonly Row[]): MaybePromise<Listing[]> {
  const ids = rows.map(({ id }) => id);
  return andThen(profilesOf(db, ids), (profiles) =>
    andThen(photosOf(db, ids), (photos) =>
      rows.map((row) => ({
        pet: toPet(row),
        profile: profiles.get(row.id) ?? {},
        photos: photos.get(row.id) ?? [],
        createdAt: row.created_at,
        statusChangedAt: row.status_changed_at,
        updatedAt: row.updated_at,
      })),
    ),
  );
}
