import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { PreparedQuery, rowLimit } from '../../database/prepared-query.ts';
import { parseProfile, type WholeProfile } from '../../listings/profile.ts';
import { bondedIn } from '../../pets/bonds/bonded-pets.ts';
import { readPets } from '../../pets/pet-queries.ts';
import type { Photo } from '../../photos/photo.ts';
import { photosOf } from '../../photos/photo-queries.ts';

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

/** Few, because profiles may be large. */
const PAGE_ANIMALS = 200;

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
    const photos = await photosOf(db, [...new Set([...ids, ...bonds.flat()])]);
    const names = new Map((await readPets(db, [...new Set(bonds.flat())])).map(({ id, name }) => [id, name]));
    yield rows.map((row, n) => ({
      id: row.id,
      name: row.name,
      categoryId: row.category_id,
      status: row.status,
      updatedAt: row.updated_at,
      profile: row.profile === null ? {} : parseProfile(row.profile),
      photos: photoIds(photos, row.id),
      companions: (bonds[n] ?? []).flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : { name, cover: photoIds(photos, id)[0] };
      }),
    }));
    if (rows.length < pageSize) return;
    after = ids.at(-1) ?? after;
  }
}

function photoIds(photos: ReadonlyMap<bigint, readonly Photo[]>, petId: bigint): string[] {
  return (photos.get(petId) ?? []).map(({ id }) => id);
}
