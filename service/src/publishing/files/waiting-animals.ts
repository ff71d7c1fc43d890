import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { PreparedQuery, rowLimit } from '../../database/prepared-query.ts';
import { parseProfile, type WholeProfile } from '../../listings/profile.ts';
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
    const photos = await photosOf(db, ids);
    yield rows.map((row) => ({
      id: row.id,
      name: row.name,
      categoryId: row.category_id,
      status: row.status,
      updatedAt: row.updated_at,
      profile: row.profile === null ? {} : parseProfile(row.profile),
      photos: (photos.get(row.id) ?? []).map(({ id }) => id),
    }));
    if (rows.length < pageSize) return;
    after = ids.at(-1) ?? after;
  }
}
