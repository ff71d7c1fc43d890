import { sql } from 'kysely';
import { parseProfile, type WholeProfile } from '../../../catalogue/listings/profile.ts';
import { bondedIn } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../../platform/database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';

/** An animal of an account that is available or on hold. No other animal is ever sent. */
export interface WaitingAnimal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: 'available' | 'pending';
  readonly updatedAt: bigint | null;
  readonly profile: WholeProfile;
  /** The ids of its photos in their order. */
  readonly photos: readonly string[];
  /** The animals that it goes together with, in the order of their ids. */
  readonly companions: readonly Companion[];
}

interface Companion {
  readonly name: string;
  /** The id of its first photo; undefined if it has none. */
  readonly cover: string | undefined;
}

const waiting = new PreparedQuery(
  (db, { accountId, after, limit }: { accountId: bigint; after: bigint; limit: number }) =>
    db
      .selectFrom('pets')
      .select([
        'id',
        'name',
        'category_id',
        'updated_at',
        sql<'available' | 'pending'>`status`.as('status'),
        sql<string | null>`(select profile from profiles where pet_id = pets.id)`.as('profile'),
      ])
      .where('owner_id', '=', accountId)
      // As in the condition of the index.
      .where(sql<boolean>`status in ('available', 'pending')`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowLimit(limit)),
);

const photosByPets = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db
    .selectFrom('photos')
    .select(['id', sql<bigint>`pet_id`.as('pet_id')])
    .where('pet_id', 'in', jsonIds(db, petIds))
    .orderBy('pet_id')
    .orderBy('position'),
);

const namesByIds = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db.selectFrom('pets').select(['id', 'name']).where('id', 'in', jsonIds(db, petIds)),
);

/** Few, because a profile may be large: a page of the largest ones takes less than 50 ms. */
const PAGE_ANIMALS = 100;

/** Yields the animals of an account by id, in pages. Only one page is in memory. */
export async function* waitingAnimals(
  db: Queries,
  accountId: bigint,
  first = 0n,
  pageSize = PAGE_ANIMALS,
): AsyncGenerator<readonly WaitingAnimal[]> {
  for (let after = first; ; ) {
    const rows = await waiting.all(db, { accountId, after, limit: pageSize });
    const ids = rows.map(({ id }) => id);
    const bonds = rows.map(({ profile }) => bondedIn(profile));
    const photos = await photoIdsOf(db, [...ids, ...bonds.flat()]);
    const names = await namesOf(db, bonds.flat());
    yield rows.map((row, n) => ({
      id: row.id,
      name: row.name,
      categoryId: row.category_id,
      status: row.status,
      updatedAt: row.updated_at,
      profile: row.profile === null ? {} : parseProfile(row.profile),
      photos: photos.get(row.id) ?? [],
      companions: (bonds[n] ?? []).flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : { name, cover: photos.get(id)?.[0] };
      }),
    }));
    if (rows.length < pageSize) return;
    after = ids.at(-1) ?? after;
  }
}

/** Returns the ids of the photos of each animal in their order. */
async function photoIdsOf(db: Queries, petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string[]>> {
  const photos = new Map<bigint, string[]>();
  for (const { id, pet_id } of await photosByPets.all(db, { petIds: idsJson(petIds) })) {
    const ofPet = photos.get(pet_id);
    if (ofPet === undefined) photos.set(pet_id, [id]);
    else ofPet.push(id);
  }
  return photos;
}

async function namesOf(db: Queries, petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (petIds.length === 0) return new Map();
  const pets = await namesByIds.all(db, { petIds: idsJson(petIds) });
  return new Map(pets.map(({ id, name }) => [id, name]));
}
