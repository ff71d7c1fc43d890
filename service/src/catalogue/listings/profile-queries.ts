import type { Insertable } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { parseProfile, profileJson, type WholeProfile } from './profile.ts';

type ProfileRow = Insertable<Tables['profiles']>;

const profilesByPets = new PreparedQuery((db, { petIds }: { petIds: readonly bigint[] }) =>
  db.selectFrom('profiles').select(['pet_id', 'profile']).where('pet_id', 'in', petIds),
);

/** Returns the profiles of pets. A pet without a field that is set is not in the map. */
export function profilesOf(
  db: Queries,
  petIds: readonly bigint[],
): MaybePromise<ReadonlyMap<bigint, WholeProfile>> {
  if (petIds.length === 0) return new Map();
  return andThen(
    profilesByPets.all(db, { petIds }),
    (rows) => new Map(rows.map((row) => [row.pet_id, parseProfile(row.profile)])),
  );
}

/** Returns the profile of a pet, which is empty until a field is set. */
export function findProfile(db: Queries, petId: bigint): MaybePromise<WholeProfile> {
  return andThen(profilesOf(db, [petId]), (profiles) => profiles.get(petId) ?? {});
}

const profileUpsert = new PreparedQuery((db, { pet_id, profile }: ProfileRow) =>
  db
    .insertInto('profiles')
    .values({ pet_id, profile })
    .onConflict((conflict) => conflict.column('pet_id').doUpdateSet({ profile })),
);

const profileDeletion = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.deleteFrom('profiles').where('pet_id', '=', petId),
);

/** Stores the whole profile of a pet. The caller locks the pet. */
export async function saveProfile(db: Queries, petId: bigint, profile: WholeProfile): Promise<void> {
  if (Object.keys(profile).length === 0) await profileDeletion.all(db, { petId });
  else await profileUpsert.all(db, { pet_id: petId, profile: profileJson(profile) });
}

const profileInserts = new PreparedQuery((db, { rows }: { rows: readonly ProfileRow[] }) =>
  db.insertInto('profiles').values(rows),
);

/** Adds the profiles of new pets. */
export async function insertProfiles(
  db: Queries,
  profiles: ReadonlyArray<{ readonly petId: bigint; readonly profile: WholeProfile }>,
): Promise<void> {
  await profileInserts.all(db, {
    rows: profiles.map(({ petId, profile }) => ({ pet_id: petId, profile: profileJson(profile) })),
  });
}
