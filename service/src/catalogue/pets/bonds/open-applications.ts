import { sql } from 'kysely';
import type { ApplicationState } from '../../../platform/database/column-values.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../../platform/database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';

/** The states of an application in which the shelter has not decided, or waits for the adoption. */
export const OPEN_STATES = [
  'received',
  'in_review',
  'accepted',
] as const satisfies readonly ApplicationState[];

/** The states as SQL literals, so that an engine uses the index. */
export const OPEN_APPLICATION = OPEN_STATES.map((state) => sql.lit(state));

/** Open ones for an animal, with all that it goes together with: its adoption ends them all in one transaction. */
export const MAX_OPEN_OF_ANIMAL = 1_000;

const openOfPets = new PreparedQuery((db, { petIds, limit }: { petIds: string; limit: number }) => {
  const open = db
    .selectFrom('applications')
    .select('id')
    .where('pet_id', 'in', jsonIds(db, petIds))
    .where('state', 'in', OPEN_APPLICATION)
    .limit(rowLimit(limit));
  return db.selectFrom(open.as('open')).select(({ fn }) => fn.countAll<bigint>().as('count'));
});

/** Counts the open applications for animals that go together, up to `limit`. */
export async function countOpenOf(db: Queries, petIds: readonly bigint[], limit: number): Promise<number> {
  return Number((await openOfPets.first(db, { petIds: idsJson(petIds), limit }))?.count ?? 0n);
}

/** Returns true if animals have more open applications than those that go together may have. */
export async function haveTooManyApplications(db: Queries, petIds: readonly bigint[]): Promise<boolean> {
  return (await countOpenOf(db, petIds, MAX_OPEN_OF_ANIMAL + 1)) > MAX_OPEN_OF_ANIMAL;
}
