import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { addMonths } from './months.ts';

/** An animal of which an intake or an outcome is not known, so that a report does not add up. */
export interface Gap {
  readonly petId: bigint;
  readonly name: string;
  readonly date: string;
  readonly problem: 'no_intake' | 'no_outcome';
}

export const MAX_GAPS = 200;

interface GapRange {
  readonly from: string;
  readonly to: string;
  readonly ownerId: bigint | undefined;
  readonly limit: number;
}

const gapsInRange = new PreparedQuery((db, { from, to, ownerId, limit }: GapRange) => {
  let query = db
    .selectFrom('stays')
    .innerJoin('pets', 'pets.id', 'stays.pet_id')
    .select(['pets.id', 'pets.name', 'stays.gap', 'stays.out_date'])
    .where('gap', 'is not', null)
    .where('out_key', '>=', from)
    .where('out_key', '<', to)
    .limit(rowLimit(limit));
  if (ownerId !== undefined) query = query.where('stays.owner_id', '=', ownerId);
  return query.orderBy('out_key').orderBy('movement_id');
});

/** Returns the first gaps of a period. */
export async function findGaps(
  db: Queries,
  { from, to, ownerId }: { from: string; to: string; ownerId: bigint | undefined },
): Promise<Gap[]> {
  const rows = await gapsInRange.all(db, { from, to: addMonths(to, 1), ownerId, limit: MAX_GAPS });
  return rows.flatMap(({ id, name, gap, out_date }) =>
    gap === null || out_date === null ? [] : { petId: id, name, date: out_date, problem: gap },
  );
}
