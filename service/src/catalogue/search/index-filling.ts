import { sql } from 'kysely';
import { type Clock, SECOND } from '../../platform/core/clock.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { batchesInBackground, bytesOfTexts, readingCost } from './batches.ts';
import { addNameWords } from './name-words.ts';
import { restoreTimes } from './pet-times.ts';
import { addKeysOfPets, keysOf, type PetKeys, type SearchedTexts, textsOf } from './search-index.ts';
import { advanceSearchProgress, lockSearchProgress, searchProgress } from './search-progress.ts';

const INTERVAL = 10 * SECOND;
/** Leaves at least half of the time to requests. */
const MAX_SHARE = 1 / 2;
const MAX_PETS = 100;

const nextPets = new PreparedQuery((db, { from, to, limit }: { from: bigint; to: bigint; limit: number }) =>
  db
    .selectFrom('pets')
    .select(['id', bytesOfTexts(sql.ref('pets.id')).as('bytes')])
    .where('id', '>=', from)
    .where('id', '<=', to)
    .orderBy('id')
    .limit(rowLimit(limit))
    .forUpdate(),
);

/**
 * Adds the next pets of an older store to the index, about `limit` entries, and restores their times. Returns the share of the
 * time that the next calls may take; 0 if nothing is left.
 */
export async function fillNext(db: Queries, limit: number): Promise<number> {
  const missing = await lockSearchProgress(db);
  if (missing === undefined) return 0;
  const { nextId: from, lastId: to } = missing;
  const next = await nextPets.all(db, { from, to, limit: MAX_PETS });
  const texts = await textsOf(db, readable(next, limit));
  const added = firstKeys(texts, limit);
  const ids = added.map(({ id }) => id);
  await addKeysOfPets(db, added);
  await addNameWords(
    db,
    ids.map((id) => texts.get(id)?.name ?? ''),
  );
  await restoreTimes(db, ids);
  const isEnd = ids.length === next.length && next.length < MAX_PETS;
  const nextId = isEnd ? to + 1n : (ids.at(-1) ?? to) + 1n;
  await advanceSearchProgress(db, missing, nextId);
  return nextId <= to ? MAX_SHARE : 0;
}

/** Returns the first ones, as many as can be read in the time of `limit` entries, but at least one. */
function readable(pets: ReadonlyArray<{ id: bigint; bytes: bigint | null }>, limit: number): bigint[] {
  let cost = 0;
  const end = pets.findIndex(({ bytes }, index) => {
    cost += readingCost(bytes);
    return index > 0 && cost > limit;
  });
  return (end === -1 ? pets : pets.slice(0, end)).map(({ id }) => id);
}

/** Returns the keys of the first ones, until there are `limit`. */
function firstKeys(texts: ReadonlyMap<bigint, SearchedTexts>, limit: number): PetKeys[] {
  const first: PetKeys[] = [];
  let entries = 0;
  for (const id of [...texts.keys()].sort((one, other) => (one < other ? -1 : 1))) {
    const keys = keysOf(texts.get(id) ?? { name: '' });
    first.push({ id, keys });
    entries += keys.name.length + keys.others.length;
    if (entries >= limit) break;
  }
  return first;
}

/**
 * Fills the index of an older store in the background. A run that was interrupted continues where it stopped, and several
 * processes take turns.
 *
 * @param onError called when a run failed; the next one continues.
 * @returns a function that stops it.
 */
export function fillSearchIndex(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): () => void {
  return batchesInBackground(database, clock, {
    intervalMs: INTERVAL,
    afterRun: 'done',
    hasWork: (db) => andThen(searchProgress(db), (missing) => missing !== undefined),
    work: fillNext,
    onError,
  });
}
