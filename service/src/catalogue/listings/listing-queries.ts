import { type Selectable, sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { countOnPage } from '../../platform/http/responses/pagination.ts';
import { NO_PROFILE, shownProfile } from '../../record/events/listing-state.ts';
import type { Pet } from '../pets/pet.ts';
import { PET_COLUMNS, type PetPage, petRange } from '../pets/pet-list-query.ts';
import { toPet } from '../pets/pet-queries.ts';
import type { Photo } from '../photos/photo.ts';
import { photosOf } from '../photos/photo-queries.ts';
import type { Listing } from './listing.ts';
import { type Profile, parseProfile } from './profile.ts';

const COLUMNS = [...PET_COLUMNS, 'created_at', 'status_changed_at', 'updated_at'] as const;

type Row = Pick<Selectable<Tables['pets']>, (typeof COLUMNS)[number]> & { readonly profile: string | null };

/** A subquery instead of a join, so that a cost-based planner has one choice. */
const PROFILE_OF_PET = sql<string | null>`(select profile from profiles where pet_id = pets.id)`.as(
  'profile',
);

/** A larger profile is read only if it is on the page: a hundred of the largest ones would be 7 MB. */
const MAX_FIRST_READ = 4_096;

/** The profile, or its number of bytes if it is large. */
const PROFILE_OR_BYTES = sql<string | null>`(
  select case when octet_length(profile) <= ${sql.lit(MAX_FIRST_READ)} then profile
    else cast(octet_length(profile) as text) end
  from profiles where pet_id = pets.id)`.as('profile');

/** Listings of a page. */
export interface ListingPage {
  readonly listings: readonly Listing[];
  /** True if there are more, which would exceed the bytes of a page. */
  readonly isCut: boolean;
}

const petsOfPage = new PreparedQuery(
  (db, page: PetPage) => petRange(db, page).select([...COLUMNS, PROFILE_OR_BYTES]),
  ['order'],
);

/** Returns a page of listings. */
export function readPage(db: Queries, page: PetPage): MaybePromise<ListingPage> {
  return andThen(petsOfPage.all(db, page), (rows) => readCut(db, rows));
}

const petsOfSearch = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db
    .selectFrom('pets')
    .select([...COLUMNS, PROFILE_OR_BYTES])
    .where('id', 'in', ids),
);

/** Returns a page of the listings of those of the pets that exist, in the order of the ids. */
export function readPageOf(db: Queries, ids: readonly bigint[]): MaybePromise<ListingPage> {
  if (ids.length === 0) return { listings: [], isCut: false };
  return andThen(petsOfSearch.all(db, { ids }), (rows) => readCut(db, inOrder(rows, ids)));
}

/** Returns the first of the listings, as many as fit into the bytes of a page and at least one. */
function readCut(db: Queries, rows: readonly Row[]): MaybePromise<ListingPage> {
  const count = countOnPage(rows.map(({ profile }) => bytesOf(profile)));
  return andThen(withLargeProfiles(db, rows.slice(0, count)), (page) =>
    andThen(withDetails(db, page), (listings) => ({ listings, isCut: count < rows.length })),
  );
}

function bytesOf(profile: string | null): number {
  return isLarge(profile) ? Number(profile) : (profile?.length ?? 0);
}

function isLarge(profile: string | null): boolean {
  return profile !== null && !profile.startsWith('{');
}

const profilesOf = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db.selectFrom('profiles').select(['pet_id', 'profile']).where('pet_id', 'in', ids),
);

function withLargeProfiles(db: Queries, rows: readonly Row[]): MaybePromise<readonly Row[]> {
  const ids = rows.flatMap(({ id, profile }) => (isLarge(profile) ? [id] : []));
  if (ids.length === 0) return rows;
  return andThen(profilesOf.all(db, { ids }), (found) => {
    const profiles = new Map(found.map(({ pet_id, profile }) => [pet_id, profile]));
    return rows.map((row) =>
      isLarge(row.profile) ? { ...row, profile: profiles.get(row.id) ?? null } : row,
    );
  });
}

function inOrder(rows: readonly Row[], ids: readonly bigint[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
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
  return andThen(petsByIds.all(db, { ids }), (rows) => withDetails(db, inOrder(rows, ids)));
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
    this.profileText = row.profile === null ? NO_PROFILE : shownProfile(row.profile);
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
