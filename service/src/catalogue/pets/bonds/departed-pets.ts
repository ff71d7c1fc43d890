import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../../platform/database/json-rows.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';

const petsWithLastMovement = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db
    .selectFrom('pets')
    .select(['id', 'status'])
    .select((from) =>
      from
        .selectFrom('movements')
        .select('type')
        .whereRef('movements.pet_id', '=', 'pets.id')
        .where('type', '<>', sql.lit('foster' as const))
        .orderBy('date', 'desc')
        .orderBy('day_order', 'desc')
        .orderBy('movements.id', 'desc')
        .limit(sql.lit(1))
        .as('last'),
    )
    .where('id', 'in', jsonIds(db, petIds)),
);

/**
 * Returns those of the pets that exist and are no longer in care: adopted, or without a status after an outcome. A status that an
 * import has set since then counts.
 */
export async function departedPets(db: Queries, petIds: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  return (await presence(db, petIds)).departed;
}

interface Presence {
  readonly here: ReadonlySet<bigint>;
  readonly departed: ReadonlySet<bigint>;
}

/** Returns which of the pets are in care, and which have left; those that do not exist are in neither. */
export async function presence(db: Queries, petIds: readonly bigint[]): Promise<Presence> {
  if (petIds.length === 0) return { here: new Set(), departed: new Set() };
  const rows = await petsWithLastMovement.all(db, { petIds: idsJson(petIds) });
  const hasLeft = ({ status, last }: (typeof rows)[number]) =>
    status === null ? last === 'outcome' : status === 'sold';
  const ids = (some: typeof rows) => new Set(some.map(({ id }) => id));
  return { here: ids(rows.filter((row) => !hasLeft(row))), departed: ids(rows.filter(hasLeft)) };
}
