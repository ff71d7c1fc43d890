import { ManyRows } from '../database/compiled-once.ts';
import type { Queries } from '../database/database.ts';

/** A category, with the name that a mapping gave it, and how many of its pets are available. */
export interface Category {
  id: bigint;
  name?: string;
  available: bigint;
}

interface KnownCategory {
  readonly id: bigint;
  readonly name: string | null;
}

/** Makes categories known, each with its name if there is one. A name that is known already stays. */
export async function keepCategories(db: Queries, categories: readonly KnownCategory[]): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  const sorted = categories.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await keepIds(
    db,
    sorted.filter(({ name }) => name === null),
  );
  await keepNames(
    db,
    sorted.filter(({ name }) => name !== null),
  );
}

/** Locks nothing that is there already: pets of one category are added at the same time. */
async function keepIds(db: Queries, categories: readonly KnownCategory[]): Promise<void> {
  if (categories.length === 0) return;
  await newIds.run(
    db,
    categories.map(({ id, name }) => ({ id, name })),
  );
}

const newIds = new ManyRows((db, categories: readonly KnownCategory[]) =>
  db
    .insertInto('categories')
    .values([...categories])
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

async function keepNames(db: Queries, categories: readonly KnownCategory[]): Promise<void> {
  if (categories.length === 0) return;
  await db
    .insertInto('categories')
    .values([...categories])
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ name: (columns) => columns.ref('excluded.name') })
        .where('categories.name', 'is', null),
    )
    .execute();
}

/** A page of categories, by id. Counts the available pets of each from their index. */
export async function listCategories(
  db: Queries,
  { after, limit }: { after: bigint | undefined; limit: number },
): Promise<Category[]> {
  let query = db
    .selectFrom('categories')
    .select(['categories.id', 'categories.name'])
    .select((columns) =>
      columns
        .selectFrom('pets')
        .select((counted) => counted.fn.countAll<bigint>().as('available'))
        .whereRef('pets.category_id', '=', 'categories.id')
        .where('pets.status', '=', 'available')
        .as('available'),
    )
    .orderBy('categories.id')
    .limit(limit);
  if (after !== undefined) query = query.where('categories.id', '>', after);
  const rows = await query.execute();
  return rows.map(({ id, name, available }) => ({
    id,
    ...(name === null ? {} : { name }),
    available: available ?? 0n,
  }));
}
