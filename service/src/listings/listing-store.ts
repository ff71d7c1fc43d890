import { type Selectable, sql } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import type { Pet } from '../pets/pet.ts';
import { PET_COLUMNS, type PetPage, petRange } from '../pets/pet-list-query.ts';
import { toPet } from '../pets/pet-store.ts';
import type { Photo } from '../photos/photo.ts';
import { photosOf } from '../photos/photo-store.ts';
import type { Listing } from './listing.ts';
import { NO_PROFILE, type Profile, parseProfile } from './profile.ts';

const COLUMNS = [...PET_COLUMNS, 'created_at', 'status_changed_at', 'updated_at'] as const;

type Row = Pick<Selectable<Tables['pets']>, (typeof COLUMNS)[number]> & { readonly profile: string | null };

/** A subquery instead of a join, so that a cost-based planner has one choice. */
const PROFILE_OF_PET = sql<string | null>`(select profile from profiles where pet_id = pets.id)`.as(
  'profile',
);

const petsOfPage = new PreparedQuery(
  (db, page: PetPage) => petRange(db, page).select([...COLUMNS, PROFILE_OF_PET]),
  ['order'],
);

/** Returns a page of listings. */
export function readPage(db: Queries, page: PetPage): MaybePromise<Listing[]> {
  return andThen(petsOfPage.all(db, page), (rows) => withDetails(db, rows));
}

const petsByIds = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db
    .selectFrom('pets')
    .select([...COLUMNS, PROFILE_OF_PET])
    .where('id', 'in', ids),
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
  db
    .selectFrom('pets')
    .select([...COLUMNS, PROFILE_OF_PET])
    .where('id', '=', id),
);

export function findListing(db: Queries, petId: bigint): MaybePromise<Listing | undefined> {
  return andThen(petById.all(db, { id: petId }), (rows) =>
    andThen(withDetails(db, rows), ([listing]) => listing),
  );
}

/** Adds the photos. */
function withDetails(db: Queries, rows: readonly Row[]): MaybePromise<Listing[]> {
  const ids = rows.map(({ id }) => id);
  return andThen(photosOf(db, ids), (photos) =>
    rows.map((row) => new StoredListing(row, photos.get(row.id) ?? [])),
  );
}

/** A listing that parses its profile on first use: a page needs only its JSON. */
class StoredListing implements Listing {
  readonly pet: Pet;
  readonly profileText: string;
  readonly photos: readonly Photo[];
  readonly createdAt: bigint | null;
  readonly statusChangedAt: bigint | null;
  readonly updatedAt: bigint | null;
  #profile: Profile | undefined;

  constructor(row: Row, photos: readonly Photo[]) {
    this.pet = toPet(row);
    this.profileText = row.profile ?? NO_PROFILE;
    this.photos = photos;
    this.createdAt = row.created_at;
    this.statusChangedAt = row.status_changed_at;
    this.updatedAt = row.updated_at;
  }

  get profile(): Profile {
    this.#profile ??= parseProfile(this.profileText);
    return this.#profile;
  }
}
