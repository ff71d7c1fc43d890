import type { Insertable, Selectable } from 'kysely';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { definedFields, type Profile } from './profile.ts';

type ProfileRow = Selectable<Tables['profiles']>;
type ProfileColumns = Insertable<Tables['profiles']>;

const profilesByPets = new PreparedQuery((db, { petIds }: { petIds: readonly bigint[] }) =>
  db.selectFrom('profiles').selectAll().where('pet_id', 'in', petIds),
);

/** Returns the profiles of pets. A pet without a field that is set is not in the map. */
export function profilesOf(
  db: Queries,
  petIds: readonly bigint[],
): MaybePromise<ReadonlyMap<bigint, Profile>> {
  if (petIds.length === 0) return new Map();
  return andThen(
    profilesByPets.all(db, { petIds }),
    (rows) => new Map(rows.map((row) => [row.pet_id, toProfile(row)])),
  );
}

/** Returns the profile of a pet, which is empty until a field is set. */
export function findProfile(db: Queries, petId: bigint): MaybePromise<Profile> {
  return andThen(profilesOf(db, [petId]), (profiles) => profiles.get(petId) ?? {});
}

const profileUpsert = new PreparedQuery((db, { pet_id, ...fields }: ProfileColumns) =>
  db
    .insertInto('profiles')
    .values({ pet_id, ...fields })
    .onConflict((conflict) => conflict.column('pet_id').doUpdateSet(fields)),
);

const profileDeletion = new PreparedQuery((db, { petId }: { petId: bigint }) =>
  db.deleteFrom('profiles').where('pet_id', '=', petId),
);

/** Stores the whole profile of a pet. The caller locks the pet. */
export async function saveProfile(db: Queries, petId: bigint, profile: Profile): Promise<void> {
  if (Object.keys(profile).length === 0) await profileDeletion.all(db, { petId });
  else await profileUpsert.all(db, profileColumns(petId, profile));
}

const profileInserts = new PreparedQuery((db, { rows }: { rows: readonly ProfileColumns[] }) =>
  db.insertInto('profiles').values(rows),
);

/** Adds the profiles of new pets. */
export async function insertProfiles(
  db: Queries,
  profiles: ReadonlyArray<{ readonly petId: bigint; readonly profile: Profile }>,
): Promise<void> {
  await profileInserts.all(db, {
    rows: profiles.map(({ petId, profile }) => profileColumns(petId, profile)),
  });
}

function toProfile(row: ProfileRow): Profile {
  const { fee_amount: amount, fee_currency: currency } = row;
  return definedFields({
    description: row.description,
    breed: row.breed,
    color: row.color,
    location: row.location,
    sex: row.sex,
    size: row.size,
    birthDate: row.birth_date,
    birthDateEstimated: toBoolean(row.birth_date_estimated),
    goodWithChildren: toBoolean(row.good_with_children),
    goodWithDogs: toBoolean(row.good_with_dogs),
    goodWithCats: toBoolean(row.good_with_cats),
    spayedNeutered: toBoolean(row.spayed_neutered),
    houseTrained: toBoolean(row.house_trained),
    specialNeeds: row.special_needs,
    adoptionFee: amount === null || currency === null ? null : { amount, currency },
    contactUrl: row.contact_url,
    intakeDate: row.intake_date,
  });
}

function profileColumns(petId: bigint, profile: Profile): ProfileColumns {
  return {
    pet_id: petId,
    description: profile.description ?? null,
    breed: profile.breed ?? null,
    color: profile.color ?? null,
    location: profile.location ?? null,
    sex: profile.sex ?? null,
    size: profile.size ?? null,
    birth_date: profile.birthDate ?? null,
    birth_date_estimated: fromBoolean(profile.birthDateEstimated),
    good_with_children: fromBoolean(profile.goodWithChildren),
    good_with_dogs: fromBoolean(profile.goodWithDogs),
    good_with_cats: fromBoolean(profile.goodWithCats),
    spayed_neutered: fromBoolean(profile.spayedNeutered),
    house_trained: fromBoolean(profile.houseTrained),
    special_needs: profile.specialNeeds ?? null,
    fee_amount: profile.adoptionFee?.amount ?? null,
    fee_currency: profile.adoptionFee?.currency ?? null,
    contact_url: profile.contactUrl ?? null,
    intake_date: profile.intakeDate ?? null,
  };
}

function toBoolean(value: bigint | null): boolean | null {
  return value === null ? null : value === 1n;
}

function fromBoolean(value: boolean | undefined): bigint | null {
  return value === undefined ? null : BigInt(value);
}
